import type { LoaderFunctionArgs } from '@remix-run/node';

import { Colors, Icons, Type } from '~/features/dev/basics';
import * as content from '~/features/dev/content';
import { Badges, Buttons, Choices, Fields } from '~/features/dev/controls';
import { Creations } from '~/features/dev/creations';
import { Dialogs, Snackbars } from '~/features/dev/overlays';
import { wideHandle } from '~/lib/root-data';
import { pageMeta } from '~/lib/meta';
import { environment } from '~/server/environment.server';
import { pageNotFound } from '~/server/not-found.server';

export const meta = () => pageMeta({ title: 'Design system', personal: true });

export const handle = wideHandle;

/** Local mode only. */
export function loader({ request }: LoaderFunctionArgs) {
  if (environment.APP_ENV !== 'local') throw pageNotFound(request);
  return null;
}

export default function DesignSystem() {
  return (
    <main id="main" className="wrap wrap--wide">
      <header className="grid gap-3 pt-12 pb-10">
        <h1 className="t-hero">Seam</h1>
        <p className="lead">One warm line marks where one thing becomes another. Everything else keeps quiet.</p>
      </header>
      <div className="parts">
        <Buttons />
        <Badges />
        <Fields />
        <Choices />
        <content.Lists />
        <content.ProgressBars />
        <content.Faces />
        <content.BeforeAndAfter />
        <content.Notes />
        <Creations />
        <Dialogs />
        <Snackbars />
        <content.Loading />
        <content.Asked />
        <Type />
        <Colors />
        <Icons />
      </div>
    </main>
  );
}
