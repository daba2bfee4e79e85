import { installedDecoders } from '#engine/decoder/installed';
import { sniffContainer } from '#engine/ffmpeg/container';
import { headOf } from '#engine/video/clip/probe-media';

/** Starts the search for ffmpeg, which takes a quarter of a second, before the nets load. The swap reports its errors. */
export function startFindingDecoder(target: string): void {
  const find = async () => void (sniffContainer(await headOf(target)) && (await installedDecoders()));
  find().catch(() => {});
}
