import { thisMachine } from '#engine/decoder/machine';
import { sniffContainer } from '#engine/ffmpeg/container';
import { headOf } from '#engine/video/probe-media';

/** Finding ffmpeg takes a quarter of a second in other processes: the nets load meanwhile. The swap reports failures. */
export function startFindingDecoder(target: string): void {
  const find = async () => void (sniffContainer(await headOf(target)) && (await thisMachine()));
  find().catch(() => {});
}
