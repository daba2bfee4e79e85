import { expect, test } from 'vitest';
import { playableLayout } from './sound-layout';

const track = (channels: number, layout?: string) => ({ codec: 'ac3', position: 0, channels, layout });

test.each([
  ['mono', track(1, 'mono'), undefined],
  ['stereo', track(2), undefined],
  ['7.1', track(8, '7.1'), undefined],
  ['six channels without a layout', track(6), 'aformat=channel_layouts=5.1'],
  ['5.1 with speakers at the sides', track(6, '5.1(side)'), 'aformat=channel_layouts=5.1'],
  ['two speakers and a subwoofer', track(3, '2.1'), 'aformat=channel_layouts=stereo'],
])('the layout of %s is one that players know', (_what, of, filter) => {
  expect(playableLayout(of)).toEqual(filter ? [filter] : []);
});

test.each([
  ['four channels', track(4), '|c0=c0+0.7*c2+0.7*c3|c1=c1+0.7*c2+0.7*c3'],
  ['five channels', track(5), '|c0=c0+0.7*c2+0.7*c3+0.7*c4|c1=c1+0.7*c2+0.7*c3+0.7*c4'],
  [
    'listed speakers',
    track(8, '8 channels (FL+FR+FC+LFE+SL+SR+BL+BR)'),
    '|c0=c0+0.7*c2+0.7*c3+0.7*c4+0.7*c6|c1=c1+0.7*c2+0.7*c3+0.7*c5+0.7*c7',
  ],
])('%s of an unknown layout are mixed to two', (_what, of, weights) => {
  expect(playableLayout(of)).toEqual([`aformat=sample_fmts=fltp,pan=stereo${weights}`]);
});
