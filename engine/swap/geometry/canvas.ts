import type { Box, Image, Landmarks } from '#engine/types';
import { meshBounds } from './face-crop';

export interface Canvas {
  readonly region: Box;
  /** Pixels a side. */
  readonly cell: number;
  readonly columns: number;
  readonly rows: number;
}

const margin = 0.06;
const longestGridSide = 120;
/** Visible, pixels. */
const smallestSide = 16;
/** Cells: the painter mixes each one with its neighbour. */
const fewestColumns = 2;

/** Clipped; undefined if too little of the face is visible. */
export function canvasFor(image: Image, destination: Landmarks): Canvas | undefined {
  const bounds = meshBounds(destination);
  const room = margin * Math.max(bounds.right - bounds.left, bounds.bottom - bounds.top);
  const x = Math.max(0, Math.floor(bounds.left - room));
  const y = Math.max(0, Math.floor(bounds.top - room));
  const width = Math.min(image.width, Math.ceil(bounds.right + room)) - x;
  const height = Math.min(image.height, Math.ceil(bounds.bottom + room)) - y;
  if (width < smallestSide || height < smallestSide) return undefined;
  const cell = Math.ceil(Math.max(width, height) / longestGridSide);
  const columns = Math.ceil(width / cell);
  if (columns < fewestColumns) return undefined;
  return { region: { x, y, width, height }, cell, columns, rows: Math.ceil(height / cell) };
}

/** Landmarks × (column, row, depth), in cells; 0.5 is the first centre. */
export function toCells(landmarks: Landmarks, { region, cell }: Canvas): Landmarks {
  const origin = [region.x, region.y, 0];
  return landmarks.map((value, i) => (value - origin[i % 3]) / cell);
}
