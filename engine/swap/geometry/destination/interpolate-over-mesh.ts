import { LANDMARK_COUNT } from '#engine/types';
import { neighbours } from '#engine/mesh/topology';

/** After these, fields over a face change by less than 0.001 in a pass. */
const passes = 300;

/**
 * Every landmark that is not given becomes the mean of its neighbours, so that a field runs evenly over the mesh.
 * @param given values by landmark; those without neighbours, as on the rims of irises, are 0 unless given
 */
export function interpolateOverMesh(given: ReadonlyMap<number, number>): Float32Array {
  const values = new Float32Array(LANDMARK_COUNT);
  for (const [vertex, value] of given) values[vertex] = value;
  const free = neighbours
    .map((around, vertex) => ({ vertex, around: [...around] }))
    .filter(({ vertex, around }) => !given.has(vertex) && around.length > 0);
  for (let pass = 0; pass < passes; pass++) {
    for (const { vertex, around } of free) {
      let sum = 0;
      for (const other of around) sum += values[other];
      values[vertex] = sum / around.length;
    }
  }
  return values;
}
