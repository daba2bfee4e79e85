import type { Face as FaceData, Order, Person, Task } from '#contract/index';

import { ButtonLink, buttonClass } from '~/components/button';
import { Face } from '~/components/face';
import { Icon } from '~/components/icon';
import { Note } from '~/components/note';
import { Time } from '~/components/time';

import type { StepData } from './server/load-tool.server';
import { Result } from './result';
import { ToolTop } from './steps';
import { Source } from './swap-step';
import { useToolPath } from './tool-path';
import { credits } from './words';

/** What came of a swap: before and after, or why there is nothing to see. */
export function ResultStep({ order, task, source, faces }: StepData<'result'>) {
  const { width = null, height = null } = source?.material ?? {};
  const isMoving = order.kind !== 'photo';
  const toolPath = useToolPath();
  const again = toolPath({ material: order.material_id ?? undefined });
  const links = order.material_id ? { Upload: toolPath(), Faces: again } : {};
  if (order.status !== 'succeeded' || !order.result_url) {
    return (
      <>
        <ToolTop title="No result" now="Swap" links={links} isMoving={isMoving} />
        <div className="tool__grid">
          <Source order={order} source={source} />
          <div className="panel tool__panel">
            <WhyNot order={order} task={task} again={again} />
          </div>
        </div>
      </>
    );
  }
  return (
    <>
      <ToolTop title="Your swap is ready" detail={order.name} now="Result" links={links} isMoving={isMoving} />
      <div className="tool__grid">
        <div className="tool__main">
          <Result order={order} resultUrl={order.result_url} width={width} height={height} />
          {order.kind === 'video' ? null : (
            <p className="needs-script small muted flex items-center gap-2">
              <Icon name="compare" size={16} />
              <span>
                Drag to compare<span className="max-md:hidden">, or use ← and →</span>
              </span>
            </p>
          )}
        </div>
        <div className="panel tool__panel">
          <Pairs order={order} persons={source?.persons ?? []} faces={faces} />
          <div className="panel__body">
            <dl className="facts">
              <div>
                <dt>Charged</dt>
                <dd>{credits(order.credits_charged)}</dd>
              </div>
              <div>
                <dt>Kept until</dt>
                <dd>
                  <Time value={order.expires_at} />
                </dd>
              </div>
              <div>
                <dt>Label</dt>
                <dd>{order.label.visible ? 'Visible, and in the file' : 'In the file'}</dd>
              </div>
            </dl>
          </div>
          <div className="dock">
            <a
              className={buttonClass({ look: 'primary', size: 'large', block: true })}
              href={order.download_url ?? order.result_url}
              download
            >
              <Icon name="download" />
              Download
            </a>
            {order.material_id ? (
              <>
                <ButtonLink block to={again}>
                  <Icon name="swap" />
                  Swap again with other faces
                </ButtonLink>
                <p className="tiny faint text-center">No new upload needed.</p>
              </>
            ) : (
              <ButtonLink block to={toolPath()}>
                Start with another file
              </ButtonLink>
            )}
          </div>
        </div>
      </div>
    </>
  );
}

function Pairs({ order, persons, faces }: { order: Order; persons: Person[]; faces: FaceData[] }) {
  const pairs = persons.flatMap((person, index) => {
    const face = faces.find(({ face_id }) => order.bindings[person.key]?.includes(face_id));
    return face ? [{ person, face, name: `Person ${index + 1}` }] : [];
  });
  if (pairs.length === 0) return null;
  return (
    <div className="panel__body grid gap-3">
      <h2 className="t-card">Who became whom</h2>
      <ul className="grid gap-2">
        {pairs.map(({ person, face, name }) => (
          <li key={person.key} className="flex items-center gap-3 text-text-3">
            <Face size={40} src={person.thumb_url} />
            <Icon name="arrow-right" size={16} />
            <Face size={40} src={face.thumb_url} />
            <span className="font-medium text-text">{name}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function WhyNot({ order, task, again }: { order: Order; task: Task; again: string }) {
  const begin = useToolPath()();
  const isCancelled = order.status === 'cancelled';
  const back = order.price === 1 ? '1 credit came back' : `${order.price} credits came back`;
  return (
    <div className="panel__body grid gap-4">
      <h2 className="t-card">
        {isCancelled
          ? 'You cancelled this swap'
          : order.status === 'refused'
            ? 'This swap was refused'
            : 'It did not work'}
      </h2>
      {isCancelled ? null : <Note kind="error">{task.error?.message ?? 'Something went wrong on our side.'}</Note>}
      {order.credits_charged === 0 ? <p className="muted">{back}: nothing was charged.</p> : null}
      <ButtonLink look="primary" size="large" block to={order.material_id ? again : begin}>
        {order.material_id ? 'Try again' : 'Start with another file'}
      </ButtonLink>
      {order.material_id ? (
        <ButtonLink block to={begin}>
          Choose another file
        </ButtonLink>
      ) : null}
    </div>
  );
}
