/** The rules of occlusion.json and region.json. */

export function occluderAnswer(): Float32Array {
  return Float32Array.from({ length: 256 * 256 }, (_, i) => {
    const [x, y] = [i % 256, Math.floor(i / 256)];
    if (x >= 150 && x < 175) return 0.1;
    return (x - 120) ** 2 / 90 ** 2 + (y - 130) ** 2 / 110 ** 2 < 1 ? 0.95 : 0.02;
  });
}

export function parserAnswer(): Float32Array {
  const area = 512 * 512;
  const scores = new Float32Array(19 * area);
  for (let i = 0; i < area; i++) scores[classAt(i % 512, Math.floor(i / 512)) * area + i] = 1;
  return scores;
}

function classAt(x: number, y: number): number {
  if (Math.abs(y - 200) < 14 && Math.abs(x - 170) < 40) return 4;
  if (Math.abs(y - 360) < 18 && Math.abs(x - 250) < 70) return 12;
  if (y < 110) return 17;
  if (Math.abs(x - 250) < 30 && Math.abs(y - 250) < 60) return 10;
  return (x - 250) ** 2 + (y - 260) ** 2 < 190 ** 2 ? 1 : 0;
}
