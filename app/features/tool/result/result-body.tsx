import type { Material, Order } from '#contract/index';
import { formatNumber } from '#shared/format-number';

import { ButtonLink, buttonClass } from '~/components/button';
import { Face } from '~/components/face';
import { FullScreen } from '~/components/full-screen';
import { Icon } from '~/components/icon';
import { Time } from '~/components/time';
import { credits } from '~/lib/credits';
import { ExpiryTime } from '~/components/expiry-time';
import { formatFileSize } from '~/lib/format';
import { paths } from '~/lib/paths';
import { useUser } from '~/lib/root-data';

import { formatFacts } from '~/features/tool/format';
import { isStandard } from '~/features/tool/quality';
import { seamStart } from '~/features/tool/seam-start';

import { againQuery } from './again-query';
import { DeleteCreation } from './delete-creation';
import { ExportResult } from './export-result';
import { ReportProblem } from './report-problem';
import { Result } from './result';
import { ShareResult } from './share-result';
import type { StepData } from '~/features/tool/load-tool.server';

type Props = Pick<StepData<'result'>, 'order' | 'resultSize' | 'source' | 'faces' | 'shares' | 'exported'> & {
  resultUrl: string;
};

export function ResultBody({ order, resultUrl, resultSize, source, faces, shares, exported }: Props) {
  const { width = null, height = null } = source?.material ?? {};
  const split = seamStart(source?.persons ?? [], order.bindings, width);
  return (
    <div className="tool__grid">
      <div className="tool__main">
        <FullScreen aside={isComparable(order) ? <HowToCompare /> : null}>
          <Result order={order} resultUrl={resultUrl} width={width} height={height} split={split} />
        </FullScreen>
      </div>
      <div className="panel tool__panel tool__panel--result">
        <div className="dock">
          <a
            className={buttonClass({ look: hasFile(exported) ? 'second' : 'primary', size: 'large', block: true })}
            href={order.download_url ?? resultUrl}
            download
          >
            <Icon name="download" />
            Download
          </a>
          <ExportResult order={order} material={source?.material ?? null} exported={exported} />
          <SwapAgain order={order} source={source} />
          <ShareResult order={order} shares={shares} />
          <div className="flex flex-wrap items-start justify-between gap-2">
            <ReportProblem orderId={order.order_id} action={paths.tool(order.kind, { order: order.order_id })} />
            <DeleteCreation order={order} />
          </div>
        </div>
        <FacePairs order={order} source={source} faces={faces} />
        <div className="panel__body">
          <Facts {...{ order, resultUrl, resultSize, source }} />
        </div>
      </div>
    </div>
  );
}

function Facts({ order, resultUrl, resultSize, source }: Pick<Props, 'order' | 'resultUrl' | 'resultSize' | 'source'>) {
  const { width = null, height = null } = source?.material ?? {};
  const user = useUser();
  return (
    <dl className="facts">
      <div>
        <dt>File</dt>
        <dd>
          {fileFacts(order, resultUrl, { width, height })}
          {resultSize === null ? '' : `, ${formatFileSize(resultSize)}`}
        </dd>
      </div>
      {isStandard(order) ? null : (
        <div>
          <dt>Quality</dt>
          <dd>{order.quality_name}</dd>
        </div>
      )}
      <div>
        <dt>Charged</dt>
        <dd>
          {credits(order.credits_charged)}
          {user ? `, ${formatNumber(user.credit_num)} left` : ''}
        </dd>
      </div>
      <div>
        <dt>Kept until</dt>
        <dd>
          <Time value={order.expires_at} />
          <span className="needs-script tiny faint block">
            <ExpiryTime until={order.expires_at} />
          </span>
        </dd>
      </div>
      <div>
        <dt>Label</dt>
        <dd>{order.label.visible ? 'Visible, and in the file' : 'In the file'}</dd>
      </div>
    </dl>
  );
}

/** The result is as large as the upload. */
function fileFacts({ kind, duration_ms }: Order, url: string, { width, height }: Pick<Material, 'width' | 'height'>) {
  const format = url.split('?')[0]!.split('.').at(-1)!;
  return formatFacts({ format, width, height, kind, duration_ms });
}

const isComparable = ({ kind, before_url, trim_interval }: Order) => before_url && (kind === 'video' || !trim_interval);

/** Its own button is then the main one. */
const hasFile = (exported: Props['exported']) => exported !== null && exported.url !== null;

function HowToCompare() {
  return (
    <p className="compare-hint needs-script small muted flex items-center gap-2">
      <Icon name="compare" size={16} />
      <span>
        Drag to compare<span className="max-md:hidden">, or use ← and →</span>
      </span>
    </p>
  );
}

function SwapAgain({ order, source }: Pick<Props, 'order' | 'source'>) {
  if (!order.material_id) {
    return (
      <ButtonLink block to={paths.tool(order.kind)}>
        Start with another file
      </ButtonLink>
    );
  }
  return (
    <>
      <ButtonLink block to={paths.tool(order.kind, againQuery(order, source?.material))}>
        <Icon name="swap" />
        Swap again with other faces
      </ButtonLink>
      <p className="tiny faint text-center">No new upload needed.</p>
    </>
  );
}

function FacePairs({ order, source, faces }: Pick<Props, 'order' | 'source' | 'faces'>) {
  const pairs = (source?.persons ?? []).flatMap((person, index) => {
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
            <span className="font-medium text-text">
              {name}
              <span className="sr-only"> became </span>
              <span aria-hidden="true"> → </span>
              {face.name}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
