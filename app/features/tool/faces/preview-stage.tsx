import type { Material, Task } from '#contract/index';

import { AiBadge } from '~/components/badge';
import { Compare } from '~/components/compare';
import { Progress } from '~/components/progress';
import { paths, type ToolQuery } from '~/lib/paths';

import { RefreshWithoutScript } from '~/components/refresh-without-script';
import { StageBox } from '~/features/tool/stage';
import { usePolledTask } from '~/features/tool/use-polled-task';
import { announcedPercent, formatTaskTimeLeft, kindNoun } from '~/features/tool/format';

interface Props {
  material: Material;
  url: string;
  /** Same frame of the original, of GIFs and videos. */
  before: string | null;
  /** See `seamStart`. */
  split: number;
}

/** Older previews of GIFs and videos have no original. */
export function PreviewStage({ material, url, before, split }: Props) {
  const { kind, playable_url, width, height } = material;
  const original = kind === 'photo' ? playable_url : before;
  const after = { src: url, alt: 'Preview with the faces swapped' };
  return (
    <StageBox width={width} height={height}>
      {original ? (
        <Compare before={{ src: original, alt: `The original ${kindNoun(kind)}` }} after={after} split={split} />
      ) : (
        <>
          <img src={after.src} alt={after.alt} />
          <span className="corner corner--tl">
            <span className="badge badge--media">Preview</span>
          </span>
          <span className="corner corner--tr">
            <AiBadge />
          </span>
        </>
      )}
      <p className="sr-only" role="status">
        The preview is ready.
      </p>
    </StageBox>
  );
}

export function PreviewProgress({ given, place }: { given: Task; place: ToolQuery }) {
  const task = usePolledTask(given, paths.resources.preview(place));
  return (
    <div className="under-way">
      <RefreshWithoutScript />
      <p className="small flex flex-wrap justify-between gap-x-4">
        <span>Making a preview</span>
        <span className="tabular-nums">{formatTaskTimeLeft(task)}</span>
      </p>
      <Progress thin value={task.progress} label="Preview" />
      <p className="sr-only" role="status">
        Making a preview, {announcedPercent(task.progress)}
      </p>
    </div>
  );
}
