import { LANDMARK_COUNT } from '#engine/types';
import { canonicalVertices, meshVertexCount } from '#engine/mesh/canonical-mesh';
import {
  grow,
  leftBrow,
  leftEyeRing,
  leftIris,
  lips,
  rightBrow,
  rightEyeRing,
  rightIris,
  stepsFromOval,
} from '#engine/mesh/topology';
import { mix, ramp, smoothstep } from '#engine/swap/ops/curves';

/** Per landmark, 0–1. Heights are centimetres on the canonical mesh. */

const eyeSet = new Set([...grow(leftEyeRing, 1), ...grow(rightEyeRing, 1), ...leftIris, ...rightIris]);
const eyeballs = new Set([...leftEyeRing, ...rightEyeRing, ...leftIris, ...rightIris]);
const featureSet = new Set([...eyeSet, ...lips, ...leftBrow, ...rightBrow]);
const lipSet = new Set(lips);
const browSet = new Set([...leftBrow, ...rightBrow]);
const outerBrowEnds = new Set([70, 46, 300, 276]);

/** 0 on the outline and at the hairline, 1 from the brows down. */
export const feather = perVertex((vertex, _x, height) => {
  const steps = stepsFromOval[vertex];
  const outline = steps === 0 ? 0 : steps === 1 ? 0.6 : 1;
  return Math.min(outline, height < 6 ? 1 - 0.4 * ramp(5.2, 6, height) : 0.6 * ramp(8, 6, height));
});

/** Of the opacity: less on and beside the outline of the jaw. */
export const jawFade = perVertex((vertex, _x, height) => {
  if (featureSet.has(vertex)) return 1;
  const steps = stepsFromOval[vertex];
  const share = steps < 2 ? 0.4 : steps === 2 ? 0.94 : 1;
  return mix(1, share, ramp(-1.5, -3, height));
});

export const features = perVertex((vertex, x, height, depth) => {
  if (outerBrowEnds.has(vertex)) return 0.5;
  return featureSet.has(vertex) || isNose(x, height, depth) ? 1 : 0;
});

/** Their colour is neither light nor shade. Skin that is completed beside lids begins with the shade of their creases. */
export const pigmentedFeatures = perVertex((vertex) => {
  if (eyeSet.has(vertex) && !eyeballs.has(vertex)) return 0.92;
  return featureSet.has(vertex) ? 1 : 0;
});

/** Dark without hair beside them: pigment, and nostrils. */
export const darkFeatures = perVertex((vertex, x, height) => {
  const isNostril = Math.abs(x) < 1.7 && height > -2.4 && height < -0.6;
  return featureSet.has(vertex) || isNostril ? 1 : 0;
});

/** Without the inside of the mouth. */
export const lipZone = perVertex((vertex) => (lipSet.has(vertex) ? 1 : 0));

export const brows = perVertex((vertex) => (browSet.has(vertex) ? 1 : 0));

export const sideHairZone = perVertex((_vertex, x, height) => ramp(3, 4.2, Math.abs(x)) * ramp(-3, -1.5, height));

/** Cheeks and jaw, where hair, hands and the outline of a turned head cover skin. */
export const plainSides = perVertex((vertex, x, height) =>
  featureSet.has(vertex) ? 0 : ramp(3, 3.8, Math.abs(x)) * ramp(1.5, 0.5, height),
);

/** Temples, sides of the cheeks and of the jaw, and the forehead: where a source may lack skin that the target has. */
export const outerSkin = perVertex((vertex, x, height) =>
  featureSet.has(vertex) ? 0 : Math.max(ramp(2.8, 3.8, Math.abs(x)), ramp(3.8, 4.8, height)),
);

/** Above the mouth. @param from,all distance from the middle of the face, cm */
const besideMiddle = (from: number, all: number) =>
  perVertex((vertex, x, height) =>
    eyeSet.has(vertex) ? 0 : ramp(from, all, Math.abs(x)) * ramp(-1.5, 0, height) * ramp(6.2, 5.2, height),
  );

/** Temples and cheeks above the mouth, with the ends of brows: what a turned head shows edge-on. */
export const farSides = besideMiddle(2.8, 3.8);

/** As `farSides`, and the skin beside the outer corners of the eyes, where hair may hang. */
export const besideEyes = besideMiddle(2, 2.8);

/** Temples and sides of the cheeks, where hair and background begin; beyond the make-up of eyes. */
export const hairSides = perVertex((_vertex, x, height) => {
  const besideEyes = ramp(4.9, 5.5, Math.abs(x));
  const besideCheeks = ramp(2.8, 3.8, Math.abs(x)) * ramp(1.8, 0.8, height);
  return Math.max(besideEyes, besideCheeks) * ramp(-4, -2.5, height) * ramp(6.2, 5.2, height);
});

/** The rim of the face before the ears, where earrings hang. */
export const earZone = perVertex((_vertex, x, height) => ramp(4.8, 5.8, Math.abs(x)) * ramp(-5.5, -4.5, height));

/** Below the lips: where a mouth torn wide open lies. */
export const chinZone = perVertex((vertex, x, height) =>
  lipSet.has(vertex) ? 0 : ramp(4.6, 3.6, Math.abs(x)) * ramp(-3.8, -4.6, height),
);

export const cheekZone = perVertex((vertex, x, height) =>
  !featureSet.has(vertex) && height > -0.8 && height < 1.6 && Math.abs(x) > 2 && Math.abs(x) < 5 ? 1 : 0,
);

/** From the wings of the nose past the corners of the mouth, and under the eyes. */
export const foldZone = perVertex((vertex, x, height) => {
  if (featureSet.has(vertex)) return 0;
  const beside = ramp(1.4, 2.2, Math.abs(x)) * ramp(6.5, 5.2, Math.abs(x));
  return beside * ramp(-7, -5.5, height) * ramp(2.2, 1.2, height);
});

/** Between the cheeks and the mouth, without the wings of the nose. */
export const laughLines = perVertex((vertex, x, height) => {
  if (featureSet.has(vertex)) return 0;
  const besideWings = Math.min(1, ramp(1.8, 2.6, Math.abs(x)) + ramp(-2.2, -2.8, height));
  return (
    besideWings *
    ramp(1.4, 2.2, Math.abs(x)) *
    ramp(5.6, 4.4, Math.abs(x)) *
    ramp(-7, -5.5, height) *
    ramp(0.4, -0.6, height)
  );
});

/** From the upper lip to the brows. */
export const besideNose = perVertex(
  (_vertex, x, height) => ramp(3.4, 2.4, Math.abs(x)) * ramp(-3.4, -2.4, height) * ramp(4.4, 3.4, height),
);

/** The nose, as far as it hangs over the upper lip. */
export const noseZone = perVertex(
  (_vertex, x, height) => ramp(2, 1.6, Math.abs(x)) * ramp(-2.15, -1.75, height) * ramp(1.5, 0.5, height),
);

/** The wings of the nose and the grooves around them, without the nostrils. */
export const noseWings = perVertex(
  (_vertex, x, height) =>
    ramp(1.1, 1.4, Math.abs(x)) * ramp(2.9, 2.2, Math.abs(x)) * ramp(-2.2, -1.7, height) * ramp(0.6, -0.1, height),
);

/** From the brows to the lower edge of the wings. */
export const wholeNose = perVertex(
  (_vertex, x, height) => ramp(2.7, 2.1, Math.abs(x)) * ramp(-2.3, -1.9, height) * ramp(3.4, 2.6, height),
);

/** The bridge of the nose and its sides, above the wings. */
export const noseBridge = perVertex(
  (_vertex, x, height) => ramp(2.2, 1.5, Math.abs(x)) * ramp(-0.3, 0.6, height) * ramp(3.4, 2.6, height),
);

/** The nostrils and what lies between them. */
export const underNose = perVertex((_vertex, x, height) => ramp(1.1, 0.9, Math.abs(x)) * ramp(-1, -1.3, height));

/** The cheeks, without the grooves beside the nose. */
export const cheeksBesideNose = perVertex((_vertex, x, height) => {
  const across = ramp(2.4, 2.8, Math.abs(x)) * ramp(4.4, 4, Math.abs(x));
  return across * ramp(-2, -1.5, height) * ramp(1.6, 1.2, height);
});

export const belowHairline = perVertex((_vertex, x, height) => belowLine(5.3, x, height));

/** Where nothing hangs over the forehead. */
export const belowFreeHairline = perVertex((_vertex, x, height) => belowLine(6.2, x, height));

export const eyeZone = perVertex((vertex) => (eyeSet.has(vertex) ? 1 : 0));

function belowLine(top: number, x: number, height: number): number {
  const line = top - Math.max(0, Math.abs(x) - 4.5);
  return 1 - smoothstep(line, line + 1.1, height);
}

function isNose(x: number, height: number, depth: number): boolean {
  const bridge = Math.abs(x) < 0.1 && height > 0.5 && height < 3.5;
  const tip = Math.abs(x) < 1.7 && height > -2.2 && height < 0.5 && depth < -5.1;
  return bridge || tip;
}

type Weigh = (vertex: number, x: number, height: number, depth: number) => number;

export function perVertex(weigh: Weigh): Float32Array {
  const weights = new Float32Array(LANDMARK_COUNT).fill(1);
  for (let vertex = 0; vertex < LANDMARK_COUNT; vertex++) {
    // Irises are not on the canonical mesh.
    const at = vertex < meshVertexCount ? vertex : leftIris.includes(vertex) ? leftEyeRing[0] : rightEyeRing[0];
    const x = canonicalVertices[3 * at];
    const height = -canonicalVertices[3 * at + 1];
    weights[vertex] = weigh(vertex, x, height, canonicalVertices[3 * at + 2]);
  }
  return weights;
}
