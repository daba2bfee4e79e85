import { Form } from '@remix-run/react';

import { isFinished } from '#contract/finished';
import { animationOfVideo } from '#contract/rules';
import type { Material, Order, Task } from '#contract/index';

import { Button, buttonClass } from '~/components/button';
import { Check, Field } from '~/components/field';
import { Icon } from '~/components/icon';
import { Note } from '~/components/note';
import { Progress } from '~/components/progress';
import { RefreshWithoutScript } from '~/components/refresh-without-script';
import { Select } from '~/components/select';
import { announcedPercent } from '~/features/tool/format';
import { usePolledTask } from '~/features/tool/use-polled-task';
import type { FormState } from '~/lib/form-state';
import { formatFileSize } from '~/lib/format';
import { paths } from '~/lib/paths';
import { useFocusError } from '~/lib/use-focus-error';
import { useActionAnswer } from '~/lib/use-action-answer';
import { useIsSending } from '~/lib/use-is-sending';

import { formatOptions, sizeOptions, type ExportQuery } from './export-choices';
import type { Exported } from './export.server';

interface Props {
  order: Order;
  /** Null if deleted. */
  material: Material | null;
  exported: Exported | null;
}

export function ExportResult({ order, material, exported }: Props) {
  const action = useActionAnswer<FormState>();
  const refused = action?.values.intent === 'export' ? action : undefined;
  useFocusError(refused);
  const isOpen = exported !== null || refused !== undefined;
  return (
    <details className="group" id="export" open={isOpen || undefined}>
      <summary className={`${buttonClass({ look: 'ghost', size: 'small' })} w-fit`}>
        <span className="transition-transform group-open:rotate-180">
          <Icon name="chevron-down" size={16} />
        </span>
        Other formats and sizes
      </summary>
      <div className="mt-3 grid gap-4">
        <ExportForm order={order} material={material} query={exported?.query ?? {}} refused={refused} />
        {exported && !refused ? <ExportState order={order} exported={exported} /> : null}
      </div>
    </details>
  );
}

interface FormProps extends Omit<Props, 'exported'> {
  query: ExportQuery;
  refused?: FormState;
}

function ExportForm({ order, material, query: made, refused }: FormProps) {
  const isBusy = useIsSending('export');
  const query: ExportQuery = refused?.values ?? made;
  const errors = refused?.fields ?? {};
  const isVideo = order.kind === 'video';
  return (
    <Form method="post" preventScrollReset className="grid gap-3">
      <input type="hidden" name="intent" value="export" />
      <input type="hidden" name="order_id" value={order.order_id} />
      {refused?.message ? <Note kind="error">{refused.message}</Note> : null}
      <Select
        name="format"
        label="Format"
        defaultValue={query.format}
        options={formatOptions(order)}
        error={errors.format}
        hint={
          isVideo
            ? `A GIF or WebP lasts ${animationOfVideo.maxMs / 1000} seconds at most, at ${animationOfVideo.maxSide} pixels at most.`
            : undefined
        }
      />
      <Select
        name="size"
        label="Size"
        defaultValue={query.size}
        options={sizeOptions(material ?? { width: null, height: null })}
        error={errors.size}
      />
      {order.kind === 'photo' ? null : (
        <Field
          name="at"
          label="Moment"
          placeholder="0:00.0"
          autoComplete="off"
          defaultValue={query.at}
          error={errors.at_ms}
          hint={
            isVideo
              ? 'Of the picture of before and after, or where a GIF or WebP starts.'
              : 'Of the picture of before and after.'
          }
        />
      )}
      {isVideo && material?.has_audio !== false ? (
        <Check name="sound" value="off" defaultChecked={query.sound === 'off'}>
          Without sound
        </Check>
      ) : null}
      <Button type="submit" busy={isBusy}>
        Make this file
      </Button>
    </Form>
  );
}

function ExportState({ order, exported }: { order: Order; exported: Exported }) {
  const { task, name, size, url, query } = exported;
  if (!isFinished(task.status)) {
    return <ExportProgress key={task.task_id} given={task} href={paths.resources.export(order.order_id, query)} />;
  }
  if (!url) return <Note kind="error">{task.error?.message ?? 'The file could not be made.'}</Note>;
  return (
    <div className="grid min-w-0 gap-1.5">
      <a className={`${buttonClass({ look: 'primary', block: true })} min-w-0`} href={url} download>
        <Icon name="download" />
        <span className="truncate">{name}</span>
      </a>
      <p className="tiny faint text-center" role="status">
        Ready{size === null ? '' : `, ${formatFileSize(size)}`}. It carries the AI label.
      </p>
    </div>
  );
}

function ExportProgress({ given, href }: { given: Task; href: string }) {
  const task = usePolledTask(given, href);
  return (
    <div className="grid gap-2">
      <RefreshWithoutScript />
      <p className="small">Making the file</p>
      <Progress thin value={task.progress} label="File" />
      <p className="sr-only" role="status">
        Making the file, {announcedPercent(task.progress)}
      </p>
    </div>
  );
}
