import { Form } from '@remix-run/react';
import { useRef } from 'react';

import { paidSeconds } from '#contract/rules';

import { Button } from '~/components/button';
import { Field } from '~/components/field';
import { Icon } from '~/components/icon';
import { Note } from '~/components/note';
import { creditNoun, credits } from '~/lib/credits';
import { useUser } from '~/lib/root-data';
import { useRefreshWhile } from '~/lib/use-refresh-while';
import type { FormState } from '~/lib/form-state';
import { useFocusError } from '~/lib/use-focus-error';
import { useRefusedPlace } from '~/lib/use-refused-place';
import { useActionAnswer } from '~/lib/use-action-answer';
import { useIsSending } from '~/lib/use-is-sending';

import { Filmstrip } from './filmstrip';
import { MovingStage } from '~/features/tool/moving-stage';
import type { StepData } from '~/features/tool/load-tool.server';
import { ToolHeader } from '~/features/tool/steps';
import { parseTrim, formatTime, type TrimPart } from '~/features/tool/times';
import { useToolPath } from '~/features/tool/tool-path';
import { usePartPlayer } from './use-part-player';
import { useTrimTimes } from './use-trim-times';
import { formatFacts } from '~/features/tool/format';

export function TrimStep({ material, prices }: StepData<'trim'>) {
  const refused = useActionAnswer<FormState>();
  useFocusError(refused);
  const refusedPlace = useRefusedPlace(Boolean(refused));
  useRefreshWhile(material.playable_progress !== null);
  const total = material.duration_ms ?? 0;
  const whole: TrimPart = { start_ms: 0, end_ms: total };
  const before = material.trim_interval ?? whole;
  const { typed, type } = useTrimTimes(before, refused?.values);
  const read = parseTrim(typed, total);
  const isUnchanged = typed.start === refused?.values.start && typed.end === refused.values.end;
  const errors = 'errors' in read ? read.errors : isUnchanged ? refused.fields : undefined;
  const part = 'errors' in read ? before : (read.part ?? whole);
  const choose = ({ start_ms, end_ms }: TrimPart) => type({ start: formatTime(start_ms), end: formatTime(end_ms) });
  const player = useRef<HTMLVideoElement>(null);
  const { isPlaying, playPart, seek } = usePartPlayer(player, part);

  return (
    <>
      <ToolHeader
        title={material.name}
        detail={formatFacts(material)}
        now="Trim"
        links={{ Upload: useToolPath()() }}
        isMoving
      />
      <div className="tool__grid">
        <div className="tool__main">
          <MovingStage material={material} player={player} hasControls />
          <Filmstrip material={material} part={part} onChange={choose} onSeek={seek} />
        </div>
        <Form method="post" action={refusedPlace.action} id={refusedPlace.id} className="panel tool__panel">
          <input type="hidden" name="intent" value="detect" />
          <input type="hidden" name="material_id" value={material.material_id} />
          <input type="hidden" name="duration_ms" value={total} />
          <div className="panel__body grid gap-4">
            <h2 className="t-card">Keep the part you need</h2>
            <p className="small muted">
              <span className="needs-script">Drag the handles or type the times. </span>
              <span className="without-script">Type where it begins and ends. </span>
              Left as they are, all of it is used.
            </p>
            {refused?.message ? <Note kind="error">{refused.message}</Note> : null}
            <Times typed={typed} onType={type} errors={errors} />
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p className="small muted tabular-nums" role="status">
                <b className="text-text">{((part.end_ms - part.start_ms) / 1000).toFixed(1)} s</b> of{' '}
                {(total / 1000).toFixed(1)} s
              </p>
              <div className="needs-script flex flex-wrap gap-1">
                {material.kind === 'video' && material.playable_url ? (
                  <Button type="button" size="small" onClick={playPart}>
                    <Icon name={isPlaying ? 'pause' : 'play'} size={16} />
                    {isPlaying ? 'Stop' : 'Play selection'}
                  </Button>
                ) : null}
                <Button type="button" size="small" look="ghost" onClick={() => choose(whole)}>
                  Use it all
                </Button>
              </div>
            </div>
          </div>
          <PriceDock material={material} part={part} prices={prices} />
        </Form>
      </div>
    </>
  );
}

interface TimesProps {
  typed: { start: string; end: string };
  onType: (typed: { start: string; end: string }) => void;
  errors?: { start?: string; end?: string };
}

function Times({ typed, onType, errors }: TimesProps) {
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      {(['start', 'end'] as const).map((name) => (
        <Field
          key={name}
          name={name}
          label={name === 'start' ? 'Start' : 'End'}
          inputMode="text"
          autoComplete="off"
          value={typed[name]}
          onChange={(event) => onType({ ...typed, [name]: event.currentTarget.value })}
          error={errors?.[name]}
        />
      ))}
    </div>
  );
}

function PriceDock({ material, part, prices }: Pick<StepData<'trim'>, 'material' | 'prices'> & { part: TrimPart }) {
  const isBusy = useIsSending();
  const balance = useUser()?.credit_num ?? 0;
  const isVideo = material.kind === 'video';
  const price = isVideo ? paidSeconds(part.end_ms - part.start_ms) * prices.video_second : prices.gif;
  return (
    <div className="dock" data-sticky>
      <div className="dock__facts">
        <p className="price tabular-nums">
          {price} <span>{creditNoun(price)}</span>
        </p>
        <p className="tiny faint tabular-nums">
          {isVideo ? `${credits(prices.video_second)} for each started second. ` : ''}You have {balance}. Nothing is
          charged yet.
        </p>
      </div>
      <Button type="submit" look="primary" size="large" block busy={isBusy}>
        Find the people
      </Button>
    </div>
  );
}
