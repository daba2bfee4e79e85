import type { LoaderFunctionArgs } from '@remix-run/node';

import { payloadOf } from '~/server/payload.server';

/** The data of a public page, under the page's address. */
export const loader = (args: LoaderFunctionArgs) => payloadOf(args);
