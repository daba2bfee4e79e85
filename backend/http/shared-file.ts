import { AppError } from '#backend/domain/app-error';
import type { AppContext } from '#backend/domain/context';
import { findShared } from '#backend/domain/share/find-shared';
import type { Api } from './api-env';
import { clientAddressOf } from './mount';
import { answerFile } from './stored-file';

/** Browsers revalidate, so that a revoked link shows nothing. */
const sharedHeaders = {
  'cache-control': 'private, no-cache',
  'content-disposition': 'inline',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
};

/** A revoked link may show a file that long. */
const redirectionSeconds = 60;

/** Checks the token for every request, unlike signed links. */
export function mountSharedFile(app: Api, deps: AppContext): void {
  app.get('/shared/file', async (context) => {
    const { token = '', file } = context.req.query();
    if (file !== 'result' && file !== 'poster') {
      throw new AppError('invalid_input', { message: '`file` must be `result` or `poster`.' });
    }
    const shared = await findShared({ ...deps, clientAddress: clientAddressOf(context) }, token);
    const key = file === 'result' ? shared.result_key : shared.poster_key;
    if (!key) throw new AppError('not_found');
    const redirection = { now: deps.now(), seconds: redirectionSeconds, revalidates: true };
    return answerFile(context, deps.storage, key, sharedHeaders, redirection);
  });
}
