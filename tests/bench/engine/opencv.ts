import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { canonicalTriangles, meshVertexCount } from '#engine/mesh/canonical-mesh';
import type { FaceView } from '#engine/types';

const script = fileURLToPath(new URL('./opencv.py', import.meta.url));
/** The OpenCV package needs the distribution's interpreter. */
const interpreters = ['python3', '/usr/bin/python3'];

export function findOpenCv(): string | undefined {
  return interpreters.find((python) => spawnSync(python, ['-c', 'import cv2']).status === 0);
}

/** Milliseconds per stage. */
export interface OpenCvTimes {
  readonly warp: number;
  readonly mask: number;
  /** `seamlessClone`. */
  readonly blend: number;
}

export async function timeOpenCv(
  python: string,
  source: FaceView,
  targets: readonly FaceView[],
  runs: number,
): Promise<OpenCvTimes[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'faceswap-bench-'));
  const child = spawn(python, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: child.stdout });
  try {
    const sourceFile = path.join(folder, 'source.rgb');
    await writeFile(sourceFile, source.image.data);
    const times: OpenCvTimes[] = [];
    for (const [index, target] of targets.entries()) {
      const targetFile = path.join(folder, `target-${index}.rgb`);
      await writeFile(targetFile, target.image.data);
      child.stdin.write(
        JSON.stringify({ ...jobOf(source, target), source: sourceFile, target: targetFile, runs }) + '\n',
      );
      const [answer] = (await once(answers, 'line')) as [string];
      times.push(JSON.parse(answer) as OpenCvTimes);
    }
    return times;
  } finally {
    child.stdin.end();
    await rm(folder, { recursive: true, force: true });
  }
}

function jobOf(source: FaceView, target: FaceView) {
  const marks = ({ landmarks }: FaceView) =>
    Array.from({ length: meshVertexCount }, (_, vertex) => [landmarks[3 * vertex], landmarks[3 * vertex + 1]]);
  const triangles = Array.from({ length: canonicalTriangles.length / 3 }, (_, triangle) => [
    ...canonicalTriangles.subarray(3 * triangle, 3 * triangle + 3),
  ]);
  return {
    width: target.image.width,
    height: target.image.height,
    sourceWidth: source.image.width,
    sourceHeight: source.image.height,
    sourceMarks: marks(source),
    targetMarks: marks(target),
    triangles,
  };
}
