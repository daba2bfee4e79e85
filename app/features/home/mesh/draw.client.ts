import type { Heads } from './heads.client';

export interface View {
  /** Radians. */
  yaw: number;
  /** Centimetres from the middle. */
  seam: number;
  /** Strength of the seam's line, 0 to 1. */
  line: number;
}

export interface Paper {
  context: CanvasRenderingContext2D;
  width: number;
  height: number;
  /** Ends of the gradient. */
  colors: [string, string];
}

const pitch = 0.04;
const distance = 95; // of the eye, centimetres
const shownHeight = 24; // height of the canvas, centimetres
const halfBand = 0.8; // blend on each side of the seam, centimetres
/** Stroke strength of an edge by its facing, the cosine to the line of sight. */
const strengths = [
  { from: 0.02, alpha: 0.16 },
  { from: 0.3, alpha: 0.34 },
  { from: 0.55, alpha: 0.56 },
  { from: 0.8, alpha: 0.92 },
];

export const clamp = (value: number) => Math.min(1, Math.max(0, value));
export const ease = (value: number) => value * value * (3 - 2 * value);

/** Pixels from the canvas's left edge. */
export const seamAt = ({ seam }: View, { width, height }: Paper) => width / 2 + (seam * height) / shownHeight;

export function drawHeads(heads: Heads, view: View, paper: Paper): void {
  const { context, width, height, colors } = paper;
  const scale = height / shownHeight;
  const points = project(heads, view, paper);
  const { facing, front } = look(heads, points);
  const gradient = context.createLinearGradient(width / 2 - 7 * scale, 0, width / 2 + 7 * scale, 0.6 * height);
  colors.forEach((color, index) => gradient.addColorStop(index, color));
  context.clearRect(0, 0, width, height);
  context.strokeStyle = gradient;
  context.lineWidth = Math.max(0.7, height / 760);

  strokeEdges(context, heads, points, facing, false);
  erase(context, () => context.fill(front)); // skull and neck end behind the face
  strokeEdges(context, heads, points, facing, true);
  erase(context, () => fade(paper));
  drawSeam(view, paper);
}

/** x, y in pixels and depth per vertex: the first head left of the seam, the second right of it. */
function project({ first, second }: Heads, { yaw, seam }: View, { width, height }: Paper): Float32Array {
  const scale = height / shownHeight;
  const [cosYaw, sinYaw, cosPitch, sinPitch] = [Math.cos(yaw), Math.sin(yaw), Math.cos(pitch), Math.sin(pitch)];
  const turn = (head: Float32Array, at: number) => {
    const [x, y, z] = [head[at]!, head[at + 1]! + 1, head[at + 2]! + 3];
    const turned = z * cosYaw - x * sinYaw;
    const depth = y * sinPitch + turned * cosPitch;
    const near = distance / (distance - depth);
    return [(x * cosYaw + z * sinYaw) * near, (y * cosPitch - turned * sinPitch) * near, depth] as const;
  };
  const points = new Float32Array(first.length);
  for (let at = 0; at < first.length; at += 3) {
    const [a, b] = [turn(first, at), turn(second, at)];
    const share = ease(clamp(((a[0] + b[0]) / 2 - seam + halfBand) / (2 * halfBand)));
    const mix = (axis: 0 | 1 | 2) => (a[axis] + (b[axis] - a[axis]) * share) * scale;
    points[at] = width / 2 + mix(0);
    points[at + 1] = 0.52 * height - mix(1);
    points[at + 2] = mix(2);
  }
  return points;
}

/** Cosine to the line of sight per edge, and the outline of the face's front. */
function look({ triangles, faceTriangles, edges, edgesOfTriangle }: Heads, points: Float32Array) {
  const facing = new Float32Array(edges.length / 2).fill(-1);
  const front = new Path2D();
  for (let triangle = 0; triangle < triangles.length / 3; triangle++) {
    const [i, j, k] = [0, 1, 2].map((corner) => 3 * triangles[3 * triangle + corner]!) as [number, number, number];
    const isFace = triangle < faceTriangles;
    const towards = facingOf(points, i, j, k);
    if (isFace && towards > 0) {
      front.moveTo(points[i]!, points[i + 1]!);
      for (const corner of [j, k]) front.lineTo(points[corner]!, points[corner + 1]!);
      front.closePath();
    }
    const strength = isFace ? towards : Math.min(0.75 * towards, 0.6);
    for (let corner = 0; corner < 3; corner++) {
      const edge = edgesOfTriangle[3 * triangle + corner]!;
      facing[edge] = Math.max(facing[edge]!, strength);
    }
  }
  return { facing, front };
}

/** Cosine between a triangle's normal and the line of sight. */
function facingOf(points: Float32Array, i: number, j: number, k: number): number {
  const side = (to: number, axis: number) => points[to + axis]! - points[i + axis]!;
  const x = side(j, 1) * side(k, 2) - side(j, 2) * side(k, 1);
  const y = side(j, 2) * side(k, 0) - side(j, 0) * side(k, 2);
  const z = side(k, 0) * side(j, 1) - side(j, 0) * side(k, 1);
  return z / (Math.hypot(x, y, z) || 1);
}

function strokeEdges(
  context: CanvasRenderingContext2D,
  { edges, isFaceEdge }: Heads,
  points: Float32Array,
  facing: Float32Array,
  ofFace: boolean,
): void {
  strengths.forEach(({ from, alpha }, level) => {
    const below = strengths[level + 1]?.from ?? Infinity;
    context.globalAlpha = alpha;
    context.beginPath();
    facing.forEach((strength, edge) => {
      if (isFaceEdge[edge] !== ofFace || strength < from || strength >= below) return;
      const [a, b] = [3 * edges[2 * edge]!, 3 * edges[2 * edge + 1]!];
      context.moveTo(points[a]!, points[a + 1]!);
      context.lineTo(points[b]!, points[b + 1]!);
    });
    context.stroke();
  });
  context.globalAlpha = 1;
}

function erase(context: CanvasRenderingContext2D, fill: () => void): void {
  context.globalCompositeOperation = 'destination-out';
  fill();
  context.globalCompositeOperation = 'source-over';
}

/** Fades the neck out at the bottom. */
function fade({ context, width, height }: Paper): void {
  const gradient = context.createLinearGradient(0, 0.82 * height, 0, height);
  gradient.addColorStop(0, 'transparent');
  gradient.addColorStop(1, '#000');
  context.fillStyle = gradient;
  context.fillRect(0, 0.82 * height, width, 0.18 * height);
}

function drawSeam(view: View, paper: Paper): void {
  const { context, height, colors } = paper;
  if (view.line <= 0) return;
  const gradient = context.createLinearGradient(0, 0, 0, height);
  gradient.addColorStop(0, 'transparent');
  gradient.addColorStop(0.33, colors[0]);
  gradient.addColorStop(1, colors[0]);
  context.globalAlpha = view.line;
  context.fillStyle = gradient;
  context.fillRect(seamAt(view, paper) - 1, 0, 2, height);
  context.globalAlpha = 1;
}
