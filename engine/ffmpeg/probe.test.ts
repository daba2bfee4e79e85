import { describe, expect, test } from 'vitest';
import { sniffContainer } from './container';
import { parseReport } from './probe';
import { hasFpsMode } from '#engine/decoder/programs';

const video = {
  index: 0,
  codec_type: 'video',
  codec_name: 'h264',
  pix_fmt: 'yuv420p',
  width: 1920,
  height: 1080,
  r_frame_rate: '30/1',
  avg_frame_rate: '30/1',
};
const seen = (changes: object, others: object[] = []) =>
  parseReport({ streams: [{ ...video, ...changes }, ...others] as never, format: { duration: '2.5' } }, 'a.mp4', 'mov');

describe('parseReport', () => {
  test('reads size, duration and rate of a plain video', () => {
    expect(seen({})).toMatchObject({ width: 1920, height: 1080, durationMs: 2500, isVariableRate: false, hdr: false });
  });

  test.each([
    ['turned by its matrix', { side_data_list: [{ rotation: -90 }] }, [1080, 1920]],
    ['turned by an old tag', { tags: { rotate: '270' } }, [1080, 1920]],
    ['upside down', { side_data_list: [{ rotation: 180 }] }, [1920, 1080]],
    ['of oblong pixels', { width: 720, height: 576, sample_aspect_ratio: '16:15' }, [768, 576]],
    ['of an odd size', { width: 641, height: 361 }, [640, 360]],
  ])('returns the displayed size: %s', (_what, changes, [width, height]) => {
    expect(seen(changes)).toMatchObject({ width, height });
  });

  test('detects variable rates and HDR', () => {
    expect(seen({ avg_frame_rate: '24/1' })).toMatchObject({ isVariableRate: true, frameRate: { num: 24, den: 1 } });
    expect(seen({ color_transfer: 'smpte2084' })).toMatchObject({ hdr: true });
  });

  test('assumes the matrix of untagged videos by their height before they are turned', () => {
    const turned = { side_data_list: [{ rotation: -90 }] };
    expect(seen({ width: 848, height: 480, ...turned })).toMatchObject({ height: 848, matrix: 'smpte170m' });
    expect(seen({ width: 1280, height: 720, ...turned })).toMatchObject({ matrix: 'bt709' });
  });

  test('assumes 25 fps for implausible rates', () => {
    expect(seen({ avg_frame_rate: '0/0', r_frame_rate: '90000/1' }).frameRate).toEqual({ num: 25, den: 1 });
    const fast = { ...video, avg_frame_rate: '960/1', r_frame_rate: '960/1' };
    expect(seen(fast).frameRate, 'counted').toEqual({ num: 960, den: 1 });
    expect(parseReport({ streams: [fast], format: {} }, 'a.wmv', 'asf').frameRate, 'stated').toEqual({
      num: 25,
      den: 1,
    });
  });

  test('lists audio tracks and ignores cover pictures', () => {
    const cover = { ...video, index: 0, codec_name: 'png', disposition: { attached_pic: 1 } };
    const sound = { index: 2, codec_type: 'audio', codec_name: 'aac' };
    const report = { streams: [cover, { ...video, index: 1 }, sound], format: {} };
    expect(parseReport(report, 'a.mp4', 'mov')).toMatchObject({ track: 1, audio: [{ codec: 'aac' }] });
    const silent = { ...sound, index: 2, channels: 0 };
    const damaged = { streams: [{ ...video, index: 1 }, silent, { ...sound, index: 3, channels: 2 }] };
    expect(parseReport(damaged, 'a.ts', 'mpegts').audio).toEqual([{ codec: 'aac', position: 1, channels: 2 }]);
    const soundAlone = { streams: [cover, sound] };
    expect(() => parseReport(soundAlone, 'a.mp4', 'mov')).toThrow(/no video track/);
    expect(() => parseReport({ streams: [] }, 'a.mp4', 'mov')).toThrow(/damaged/);
  });
});

describe('sniffContainer', () => {
  const packets = (length: number, at = 0) => Buffer.alloc(3 * length, 1).map((_, i) => (i % length === at ? 0x47 : 1));
  test.each([
    ['mov', Buffer.from('\0\0\0\x20ftypisom', 'latin1')],
    [undefined, Buffer.from('\0\0\0\x20ftypheic', 'latin1')],
    ['matroska', Buffer.from('\x1aE\xdf\xa3....', 'latin1')],
    ['avi', Buffer.from('RIFF....AVI LIST', 'latin1')],
    [undefined, Buffer.from('RIFF....WEBPVP8 ', 'latin1')],
    ['mpegts', packets(188)],
    ['mpegts', packets(192, 4)],
    [undefined, Buffer.from('#EXTM3U\nfile:///etc/passwd\n')],
  ])('detects %s', (demuxer, head) => expect(sniffContainer(Buffer.from(head))).toBe(demuxer));
});

test('-fps_mode is used since ffmpeg 5.1', () => {
  expect(hasFpsMode({ util: [56, 24, 101] })).toBe(false);
  expect(hasFpsMode({ util: [57, 28, 100] })).toBe(true);
  expect(hasFpsMode({ util: [60, 8, 100] })).toBe(true);
});
