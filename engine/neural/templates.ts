import { fitPlanarSimilarity, type Affine } from '#engine/nets/affine';

/** Where eyes, nose tip and mouth corners lie in a crop, as shares of its side: x, y of each point. */
// prettier-ignore
const templates = {
  arcface_112_v1: [0.35473214, 0.45658929, 0.64526786, 0.45658929, 0.5, 0.61154464, 0.37913393, 0.776875, 0.62086607, 0.776875],
  arcface_112_v2: [0.34191607, 0.46157411, 0.65653393, 0.45983393, 0.500225, 0.64050536, 0.37097589, 0.82469196, 0.63151696, 0.82325089],
  arcface_128: [0.36167656, 0.40387734, 0.63696719, 0.40235469, 0.50019687, 0.56044219, 0.38710391, 0.72160547, 0.61507734, 0.72034453],
  ffhq_512: [0.37691676, 0.46864664, 0.62285697, 0.46912813, 0.50123859, 0.61331904, 0.39308822, 0.725411, 0.61150205, 0.72490465],
  mtcnn_512: [0.36562865, 0.46733799, 0.63305391, 0.46585885, 0.50019127, 0.61942959, 0.39032951, 0.77598822, 0.61178945, 0.77476328],
  dfl_whole_face: [0.35342266, 0.39285716, 0.62797622, 0.39285716, 0.48660713, 0.5401786, 0.38839287, 0.68750011, 0.59821427, 0.68750011],
} as const;

export type TemplateName = keyof typeof templates;
export const templateNames = Object.keys(templates) as TemplateName[];

/**
 * Picture to crop, by least squares over all five points. Pixel centres lie at whole numbers in both.
 * @param points x, y of the picture's left eye, right eye, nose tip and mouth corners
 * @param side of the crop, pixels
 */
export function alignment(points: readonly number[], template: TemplateName, side: number): Affine {
  return fitPlanarSimilarity(
    points,
    templates[template].map((share) => share * side),
  );
}

export function invert([a, b, c, d, e, f]: Affine): Affine {
  const determinant = a * e - b * d;
  const [p, q, r, s] = [e / determinant, -b / determinant, -d / determinant, a / determinant];
  return [p, q, -p * c - q * f, r, s, -r * c - s * f];
}
