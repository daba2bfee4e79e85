import { useState } from 'react';

import type { MaterialQuality } from '#contract/index';

/** The chosen quality; at first the wanted one, if it is offered. */
export function useQuality(qualities: readonly MaterialQuality[], wanted: string | null | undefined) {
  const [id, choose] = useState(wanted);
  const chosen = qualities.find((quality) => quality.id === id) ?? qualities[0];
  return { id: chosen?.id ?? '', price: chosen?.price ?? null, choose };
}
