import type { Material, Order } from '#contract/index';

import type { ToolQuery } from '~/lib/paths';

import { pairingQuery } from '~/features/tool/choices';
import { selectedPart } from '~/features/tool/format';
import { formatTime, isSamePart } from '~/features/tool/times';

/** To begin the next swap with the upload, faces and quality of this one; with its part, if another one was searched since. */
export function againQuery(order: Order, material: Material | undefined): ToolQuery {
  const pairing = { material: order.material_id ?? undefined, ...pairingQuery(order) };
  const part = material && selectedPart({ ...material, trim_interval: order.trim_interval });
  if (!part || isSamePart(order.trim_interval, material.trim_interval)) return pairing;
  return { ...pairing, step: 'trim', start: formatTime(part.start_ms), end: formatTime(part.end_ms) };
}
