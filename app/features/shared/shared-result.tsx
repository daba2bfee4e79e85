import type { SharedResult as Shared } from '#contract/index';

import { AiBadge, ResultBadge } from '~/components/badge';
import { ButtonLink } from '~/components/button';
import { StageBox } from '~/features/tool/stage';
import { paths } from '~/lib/paths';
import { useSite } from '~/lib/root-data';

import { sharedTitle } from './shared-title';

interface Props {
  shared: Shared;
  token: string;
}

export function SharedResult({ shared, token }: Props) {
  const { kind, width, height, label } = shared;
  const origin = useSite()?.origin ?? '';
  return (
    <main id="main" className="wrap wrap--wide tool">
      <div className="tool__top">
        <h1 className="t-page min-w-0 grow">{sharedTitle(kind)}</h1>
      </div>
      <div className="tool__grid">
        <div className="tool__main">
          <StageBox width={width} height={height}>
            <Media {...shared} />
            <ResultBadge isLabelled={label.visible} />
          </StageBox>
        </div>
        <div className="panel tool__panel">
          <div className="panel__body grid gap-3">
            <p className="w-fit">
              <AiBadge />
            </p>
            <p className="muted">
              The faces were swapped by a program. What you see did not happen like this. The file itself says so, too.
            </p>
          </div>
          <div className="dock">
            <ButtonLink look="primary" size="large" block to={paths.faceSwap()}>
              Swap a face yourself
            </ButtonLink>
            <p className="tiny faint text-center">You can try it without an account.</p>
            <ButtonLink look="ghost" size="small" to={paths.report(origin + paths.shared(token))} rel="nofollow">
              Report this
            </ButtonLink>
          </div>
        </div>
      </div>
    </main>
  );
}

function Media({ kind, result_url, poster_url, width, height }: Shared) {
  if (kind === 'video') {
    return (
      <video
        src={result_url}
        poster={poster_url ?? undefined}
        controls
        playsInline
        preload="metadata"
        aria-label="The video with the faces swapped"
      />
    );
  }
  const alt = `The ${kind === 'gif' ? 'GIF' : 'photo'} with the faces swapped`;
  return <img src={result_url} alt={alt} width={width ?? undefined} height={height ?? undefined} />;
}
