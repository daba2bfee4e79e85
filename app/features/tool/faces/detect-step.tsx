import { Form } from '@remix-run/react';

import type { Material, Task } from '#contract/index';

import { Button, ButtonLink } from '~/components/button';
import { Note } from '~/components/note';
import { Progress } from '~/components/progress';
import { Skeleton } from '~/components/skeleton';
import { paths } from '~/lib/paths';
import { useTitle } from '~/lib/use-title';
import { useRetention } from '~/lib/root-data';
import { useIsSending } from '~/lib/use-is-sending';

import { ReviewLink } from '~/features/account/review-link';
import { useConnectionLost } from '~/features/connection/use-connection-lost';
import { MovingStage } from '~/features/tool/moving-stage';
import { RefreshWithoutScript } from '~/components/refresh-without-script';
import type { StepData } from '~/features/tool/load-tool.server';
import { Stage } from '~/features/tool/stage';
import { ToolHeader } from '~/features/tool/steps';
import { SentPreview } from '~/features/tool/upload/sent-preview';
import { useToolPath } from '~/features/tool/tool-path';
import { usePolledTask } from '~/features/tool/use-polled-task';
import { formatFacts, formatTaskTimeLeft, kindNoun, announcedProgress } from '~/features/tool/format';

export function DetectStep({ material, detection }: StepData<'detect'>) {
  const toolPath = useToolPath();
  const isMoving = material.kind !== 'photo';
  const isUsable = material.status === 'ready';
  const links = { Upload: toolPath(), Trim: toolPath({ material: material.material_id, step: 'trim' }) };
  const isRunning = detection !== null && (detection.status === 'queued' || detection.status === 'running');
  return (
    <>
      <ToolHeader
        title={material.name}
        detail={formatFacts(material)}
        now={isMoving && isUsable ? 'Faces' : 'Upload'}
        links={links}
        isMoving={isMoving}
      />
      <div className="tool__grid">
        <WaitingStage material={material} isDetecting={isRunning} />
        <div className="panel tool__panel">
          {isRunning ? (
            <DetectionProgress material={material} detection={detection} />
          ) : (
            <div className="panel__body grid gap-4">
              <DetectionOutcome material={material} detection={detection} />
            </div>
          )}
        </div>
      </div>
    </>
  );
}

function WaitingStage({ material, isDetecting }: { material: Material; isDetecting: boolean }) {
  const corners = isDetecting ? <i className="viewfinder viewfinder--stage" /> : null;
  if (material.kind !== 'photo') {
    return (
      <MovingStage material={material} dimmed>
        {corners}
      </MovingStage>
    );
  }
  const { name, width, height } = material;
  const src = material.status === 'ready' ? material.playable_url : null;
  return (
    <Stage src={src} alt={name} width={width} height={height} dimmed>
      {isDetecting && !src ? <SentPreview material={material} /> : null}
      {corners}
    </Stage>
  );
}

function DetectionProgress({ material, detection }: { material: Material; detection: Task }) {
  const task = usePolledTask(detection, paths.resources.detection(material.material_id, detection.task_id));
  const wait = useConnectionLost() ? 'Waiting for the connection. The search goes on.' : null;
  useTitle(`${Math.floor(task.progress)} % · Looking for faces`);
  return (
    <>
      <RefreshWithoutScript />
      <div className="panel__body grid gap-4">
        <h2 className="t-card">Looking for faces</h2>
        <p className="muted tabular-nums">{wait ?? formatTaskTimeLeft(task)}</p>
        <Progress value={task.progress} label="Looking for faces" />
        <p className="sr-only" role="status">
          {wait ?? announcedProgress('Looking for faces', task)}
        </p>
      </div>
      <div className="panel__body flex items-center gap-3.5" aria-hidden="true">
        <Skeleton className="size-13 shrink-0 rounded-full" />
        <div className="grid grow gap-2">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-3 w-40" />
        </div>
        <Skeleton className="size-13 shrink-0 rounded-full" />
      </div>
    </>
  );
}

function DetectionOutcome({ material, detection }: { material: Material; detection: Task | null }) {
  const retention = useRetention();
  if (material.status === 'rejected' || material.status === 'expired') {
    const reason =
      material.status === 'expired'
        ? `This ${kindNoun(material.kind)} has been deleted after ${retention}. Upload it again.`
        : material.reason;
    return (
      <>
        <Outcome title={`This ${kindNoun(material.kind)} can’t be used`} />
        <Note kind="error">{reason ?? 'It could not be read.'}</Note>
        <ReviewLink message={material.reason} />
        <AnotherFile />
      </>
    );
  }
  if (detection?.status === 'succeeded' || detection?.error?.error === 'no_face') {
    return (
      <>
        <Outcome title="No face found" />
        <p className="muted">
          Faces work best when they look towards the camera, in good light and not too small. A larger or sharper
          version of this {kindNoun(material.kind)} may help too.
        </p>
        {material.kind === 'photo' ? null : <AnotherPart material={material} />}
        <AnotherFile />
      </>
    );
  }
  return (
    <>
      <Outcome title={detection ? 'Looking for faces did not work' : 'Ready to look for faces'} />
      {detection?.error ? <Note kind="error">{detection.error.message}</Note> : null}
      <DetectButton material={material} label={detection ? 'Try again' : 'Find the faces'} />
    </>
  );
}

/** Also in the tab, for visitors who wait in another one. */
function Outcome({ title }: { title: string }) {
  useTitle(title);
  return <h2 className="t-card">{title}</h2>;
}

function AnotherPart({ material }: { material: Material }) {
  return (
    <ButtonLink block to={useToolPath()({ material: material.material_id, step: 'trim' })}>
      Choose another part
    </ButtonLink>
  );
}

function AnotherFile() {
  return (
    <ButtonLink look="primary" size="large" block to={useToolPath()()}>
      Choose another file
    </ButtonLink>
  );
}

/** In the same part as before. */
function DetectButton({ material, label }: { material: Material; label: string }) {
  const isBusy = useIsSending();
  const { material_id, trim_interval } = material;
  return (
    <Form method="post">
      <input type="hidden" name="intent" value="detect" />
      <input type="hidden" name="material_id" value={material_id} />
      {trim_interval ? (
        <>
          <input type="hidden" name="start" value={trim_interval.start_ms / 1000} />
          <input type="hidden" name="end" value={trim_interval.end_ms / 1000} />
        </>
      ) : null}
      <Button type="submit" look="primary" size="large" block busy={isBusy}>
        {label}
      </Button>
    </Form>
  );
}
