/** The formulas of embeddings.json. */
export const embedding = Float32Array.from({ length: 512 }, (_, i) => Math.sin(0.37 * i) + 0.3 * Math.cos(1.7 * i));
export const targetEmbedding = Float32Array.from({ length: 512 }, (_, i) => Math.cos(0.21 * i));
export const emapAt = (row: number, column: number) => ((31 * row + 17 * column) % 101) / 1000 - 0.05;
export const emap = Float32Array.from({ length: 512 * 512 }, (_, i) => emapAt(Math.floor(i / 512), i % 512));
