import { brows } from '#engine/swap/geometry/vertex-weights';
import { mix, ramp } from '#engine/swap/ops/curves';
import { sumAt } from '#engine/swap/ops/light';
import { boxOfZone, texelsOfRows, zoneOverAtlas, type AtlasLayout } from '#engine/swap/source/atlas/atlas-layout';
import type { Layers } from '#engine/swap/source/photo/layers';

/** Of detail: hairs of fair brows, and skin between hairs, are hardly lighter than the skin around. */
const most = 1.12;
/** Above it: where a hue is that of the lamp alone. */
const shine = 0.15;
/** Share of what exceeds `most`, and of the lamp's hue. */
const kept = 0.35;

/**
 * Lamps, and make-up below the arch of a brow, shine beside its hairs. In other light that is a white or yellow line along
 * the brow.
 */
export function easeBrowShine(layers: Layers, layout: AtlasLayout): Layers {
  const zone = zoneOverAtlas(layout, brows);
  const { first, end } = texelsOfRows(boxOfZone(layout, brows), 0, layout.size);
  const detail = layers.detail.slice();
  for (let i = first; i < end; i++) {
    if (zone[i] === 0) continue;
    const light = sumAt(detail, 3 * i) / 3;
    if (light <= most) continue;
    const eased = mix(light, most + kept * (light - most), zone[i]);
    const share = zone[i] * ramp(0, shine, light - most);
    for (let k = 3 * i; k < 3 * i + 3; k++) {
      const hue = detail[k] / light;
      detail[k] = eased * mix(hue, mix(1, hue, kept), share);
    }
  }
  return { ...layers, detail };
}
