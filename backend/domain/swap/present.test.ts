import { expect, test } from 'vitest';
import { downloadName } from './present';

test.each([
  ['sample6.jpg', 'jpg', 'sample6-faceswap.jpg'],
  ['Us at the sea.MOV', 'mp4', 'Us-at-the-sea-faceswap.mp4'],
  ['Café 😀.png', 'png', 'Café-faceswap.png'],
  ['../../etc/passwd', 'jpg', 'etc-passwd-faceswap.jpg'],
  ['Trip to St. Moritz', 'jpg', 'Trip-to-St.-Moritz-faceswap.jpg'],
  ['sample6 (2).jpg', 'jpg', 'sample6-2-faceswap.jpg'],
  ['写真.jpg', 'jpg', '写真-faceswap.jpg'],
  ['Отпуск в Крыму', 'mp4', 'Отпуск-в-Крыму-faceswap.mp4'],
  ['Mu\u0308ller.jpg', 'jpg', 'Müller-faceswap.jpg'],
  ['\u202Egpj.exe', 'jpg', 'gpj.exe-faceswap.jpg'],
  ['🎉🎉.jpg', 'jpg', 'swap-faceswap.jpg'],
  [`${'𠀀'.repeat(300)}.jpg`, 'jpg', `${'𠀀'.repeat(80)}-faceswap.jpg`],
  [`${'a'.repeat(300)}.jpg`, 'jpg', `${'a'.repeat(80)}-faceswap.jpg`],
])('the result of %s is saved with its name', (name, extension, expected) => {
  expect(downloadName(name, extension)).toBe(expected);
});
