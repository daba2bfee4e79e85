import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import type { ReactNode } from 'react';

import { isFinished } from '#contract/finished';

import { ButtonLink } from '~/components/button';
import { Face } from '~/components/face';
import { Icon } from '~/components/icon';
import { CreationTile } from '~/features/my/creation-tile';
import { MyPage } from '~/features/shell/my-page';
import { EmptyState } from '~/components/empty-state';
import { AccountCount } from '~/features/account/account-count';
import { overviewAction } from '~/features/account/activation.server';
import { ConfirmEmailNote } from '~/features/account/confirm-email-note';
import { UploadTile } from '~/features/my/upload-tile';
import { useActionAnswer } from '~/lib/use-action-answer';
import { useRefreshWhile } from '~/lib/use-refresh-while';
import type { FormState } from '~/lib/form-state';
import { useUser } from '~/lib/root-data';
import { RefreshWithoutScript } from '~/components/refresh-without-script';
import { pageMeta } from '~/lib/meta';
import { paths } from '~/lib/paths';
import { requireUser } from '~/server/guards.server';

export const meta = () => pageMeta({ title: 'My pages', personal: true });

const itemsPerSection = 4;

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireUser(args);
  const [creations, uploads, faces] = await Promise.all([
    api('my_creates', { per_page: itemsPerSection }),
    api('my_uploads', { per_page: itemsPerSection }),
    api('my_faces', { per_page: 8 }),
  ]);
  const isWorking = creations.items.some(({ status }) => !isFinished(status));
  return { creations: creations.items, uploads: uploads.items, faces: faces.items, isWorking };
}

export const action = (args: ActionFunctionArgs) => overviewAction(args);

export default function MyOverview() {
  const { creations, uploads, faces, isWorking } = useLoaderData<typeof loader>();
  const user = useUser();
  const refused = useActionAnswer<FormState>();
  useRefreshWhile(isWorking);
  return (
    <MyPage
      title={user ? `Hello, ${user.nickname}` : 'My pages'}
      refused={refused?.message}
      aside={
        <ButtonLink look="primary" to={paths.faceSwap()}>
          New swap
        </ButtonLink>
      }
    >
      {isWorking ? <RefreshWithoutScript seconds={4} /> : null}
      {user?.email_verified === false ? <ConfirmEmailNote email={user.email} action={`${paths.my()}?index`} /> : null}
      <ul className="standings">
        <AccountCount icon="credits" label="Credits" count={user?.credit_num ?? 0} to={paths.myCredits()} />
        <AccountCount icon="creations" label="Creations" count={user?.counter_orders ?? 0} to={paths.myCreations()} />
        <AccountCount icon="upload" label="Uploads" count={user?.counter_materials ?? 0} to={paths.myUploads()} />
        <AccountCount icon="faces" label="Faces" count={user?.counter_faces ?? 0} to={paths.myFaces()} />
      </ul>
      {creations.length === 0 && uploads.length === 0 ? <FirstSwap /> : null}
      {creations.length > 0 ? (
        <Section title="Newest creations" to={paths.myCreations()}>
          <ul className="creations creations--newest">
            {creations.map((order) => (
              <CreationTile
                key={order.order_id}
                order={order}
                listPath={paths.myCreations()}
                renamePath={paths.myCreations({ rename: order.order_id })}
              />
            ))}
          </ul>
        </Section>
      ) : null}
      {uploads.length > 0 ? (
        <Section title="Newest uploads" to={paths.myUploads()}>
          <ul className="creations creations--newest">
            {uploads.map((material) => (
              <UploadTile
                key={material.material_id}
                material={material}
                listPath={paths.myUploads()}
                renamePath={paths.myUploads({ rename: material.material_id })}
              />
            ))}
          </ul>
        </Section>
      ) : null}
      {faces.length > 0 ? (
        <Section title="Faces" to={paths.myFaces()}>
          <ul className="flex flex-wrap gap-3">
            {faces.map((face) => (
              <li key={face.face_id}>
                <Face src={face.thumb_url} size={72} />
              </li>
            ))}
          </ul>
        </Section>
      ) : null}
    </MyPage>
  );
}

function Section({ title, to, children }: { title: string; to: string; children: ReactNode }) {
  return (
    <section className="grid gap-4" aria-label={title}>
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="t-card">{title}</h2>
        <Link className="link small" to={to} aria-label={`All: ${title}`}>
          Show all
        </Link>
      </div>
      {children}
    </section>
  );
}

function FirstSwap() {
  return (
    <EmptyState
      art={
        <>
          <Face size={72} src="/samples/thumbs/sofia.webp" />
          <Icon name="arrow-right" />
          <Face size={72} src="/samples/thumbs/kenji.webp" />
        </>
      }
      title="Make your first swap"
      next={
        <ButtonLink look="primary" to={paths.faceSwap()}>
          Choose a file
        </ButtonLink>
      }
    >
      Bring a photo, a GIF or a video, or take one of ours. Everything you make is kept here, for you alone.
    </EmptyState>
  );
}
