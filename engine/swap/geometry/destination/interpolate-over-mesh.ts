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
  const free = [...neighbours.keys()].filter((vertex) => !given.has(vertex) && neighbours[vertex].size > 0);
  // Half a million steps when a thread starts, before V8 has compiled them: plain numbers are fastest.
  const around = Int32Array.from(free.flatMap((vertex) => [...neighbours[vertex]]));
  const counts = Int32Array.from(free, (vertex) => neighbours[vertex].size);
  for (let pass = 0; pass < passes; pass++) {
    for (let i = 0, next = 0; i < counts.length; i++) {
      const end = next + counts[i];
      let sum = 0;
      for (; next < end; next++) sum += values[around[next]];
      values[free[i]] = sum / counts[i];
    }
  }
  return values;
}
