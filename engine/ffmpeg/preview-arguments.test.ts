import { expect, test } from 'vitest';
import { h264Options } from './arguments';
import { browserPreview } from './preview-arguments';
import { parseReport } from './probe';

test('without tone mapping, the browser copy of an HDR video has the colours of its swap', () => {
  const stream = { index: 0, codec_type: 'video', codec_name: 'hevc', width: 1024, height: 576 };
  const streams = [{ ...stream, pix_fmt: 'yuv420p10le', color_transfer: 'smpte2084' }];
  const info = parseReport({ streams, format: {} }, 'a.mp4', 'mov');
  const features = {
    hasFpsMode: true,
    canMirror: true,
    canToneMap: false,
    codecs: new Set<string>(),
    hasVpxDecoders: false,
  };
  const options = { size: info, copyVideo: false, copyAudio: false, out: 'b.mp4' };
  const matrixOf = (args: string[]) => args[args.indexOf('-colorspace') + 1];
  const copy = browserPreview(info, features, options);
  expect(matrixOf(copy)).toBe(matrixOf(h264Options(info, { num: 1, den: 25 }, features)));
});
