import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { Form, Link, useLoaderData } from '@remix-run/react';

import { z } from 'zod/v4';

import { Button, ButtonLink } from '~/components/button';
import { Face } from '~/components/face';
import { Field } from '~/components/field';
import { Icon } from '~/components/icon';
import { faceAction } from '~/features/my/face-action.server';
import { formatUsage } from '~/features/my/face-tile';
import { MyPage } from '~/features/shell/my-page';
import { FacePhotos } from '~/features/tool/faces/face-photos';
import type { FormState } from '~/lib/form-state';
import { pageMeta } from '~/lib/meta';
import { paths } from '~/lib/paths';
import { useFocusError } from '~/lib/use-focus-error';
import { useActionAnswer } from '~/lib/use-action-answer';
import { requireUser } from '~/server/guards.server';
import { orNotFound, pageNotFound } from '~/server/not-found.server';
import { safeRedirect } from '~/server/redirect-target';

export const meta = () => pageMeta({ title: 'Face', personal: true });

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireUser(args);
  const { searchParams } = new URL(args.request.url);
  const given = searchParams.get('face');
  if (!given) throw redirect(paths.myFaces());
  const face_id = z.uuid().safeParse(given).data;
  if (!face_id) throw pageNotFound(args.request);
  const back = safeRedirect(searchParams.get('back'), paths.myFaces());
  return { face: await orNotFound(api('my_face', { face_id }), args.request), back };
}

export const action = (args: ActionFunctionArgs) => faceAction(args);

export default function MyFace() {
  const { face, back } = useLoaderData<typeof loader>();
  const refused = useActionAnswer<FormState>();
  useFocusError(refused);
  const isToTool = !back.startsWith(paths.myFaces());
  return (
    <MyPage title={face.name} refused={refused?.message}>
      <div className="panel">
        <div className="panel__body grid gap-6">
          <div className="flex flex-wrap items-center gap-4">
            <Face src={face.thumb_url} size={72} />
            <Form method="post" className="flex min-w-0 grow flex-wrap items-end gap-3">
              <input type="hidden" name="intent" value="rename" />
              <input type="hidden" name="face_id" value={face.face_id} />
              <div className="grow">
                <Field
                  label="Name, only for you"
                  name="name"
                  key={face.name}
                  defaultValue={refused?.values.name ?? face.name}
                  maxLength={40}
                  error={refused?.fields.name}
                />
              </div>
              <Button type="submit">Rename</Button>
            </Form>
          </div>
          <FacePhotos face={face} Form={Form} refused={refused} />
          <p className="tiny faint">{formatUsage(face.used_in)}</p>
        </div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        {isToTool ? (
          <ButtonLink to={back} look="primary">
            Go on with the swap
          </ButtonLink>
        ) : (
          <Link className="link" to={back}>
            All faces
          </Link>
        )}
        {/* The list offers the undo. */}
        <Form method="post" action={paths.myFaces()}>
          <input type="hidden" name="id" value={face.face_id} />
          <Button
            type="submit"
            name="intent"
            value="delete"
            look="ghost"
            size="small"
            aria-label={`Delete ${face.name}`}
          >
            <Icon name="trash" />
            Delete
          </Button>
        </Form>
      </div>
    </MyPage>
  );
}
