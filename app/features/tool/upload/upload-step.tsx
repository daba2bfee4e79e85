import { useLocation, useNavigationType } from '@remix-run/react';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';

import { batchLimits } from '#contract/batch-limits';

import { loadCode } from '~/features/connection/load-code';
import type { StepData } from '~/features/tool/load-tool.server';
import { useToolPage } from '~/features/tool/pages';
import { SampleList } from '~/features/tool/sample-list';
import { ToolHeader } from '~/features/tool/steps';
import { isFreshStart } from '~/lib/fresh-start';
import { useRetention } from '~/lib/root-data';

import { DropStage } from './drop-stage';
import { PendingStage } from './pending-stage';
import { UploadingStage } from './uploading-stage';
import { useHandoffFiles } from './use-handoff-files';
import { usePendingUpload, useResumePendingUpload } from './use-pending-upload';
import { useUpload } from './use-upload';

const SeveralPhotos = lazy(async () => {
  const { SeveralPhotos: Part } = await loadCode(() => import('./several/several-photos'));
  return { default: Part };
});

export function UploadStep({ isLoggedIn }: StepData<'upload'>) {
  const { upload, begin, cancel, leave, reset } = useUpload();
  const { pending, save, discard } = usePendingUpload();
  const onFile = isLoggedIn ? begin : save;
  const [several, setSeveral] = useState<File[]>([]);
  const { title } = useToolPage();
  const hasChosen = useRef(false);
  const onFiles = useCallback(
    (files: File[]) => {
      if (files.length === 0) return;
      hasChosen.current = true;
      setSeveral(files.length > 1 ? files : []);
      if (files.length === 1) void onFile(files[0]!);
    },
    [onFile],
  );
  const chooseOthers = () => {
    setSeveral([]);
    discard();
  };
  useFreshStart(() => {
    chooseOthers();
    leave();
  });
  useResumePendingUpload(isLoggedIn, (files) => hasChosen.current || onFiles(files));
  useHandoffFiles(onFiles);
  const refusal =
    upload.state === 'refused' ? upload.refusal : pending && 'refusal' in pending ? pending.refusal : undefined;
  const isChosen = several.length > 0 || upload.state === 'sending' || (pending && 'preview' in pending);
  return (
    <>
      <ToolHeader title={title} now="Upload" />
      {several.length > 0 ? (
        <Suspense fallback={null}>
          <SeveralPhotos
            first={several}
            isLoggedIn={isLoggedIn}
            onLeave={chooseOthers}
            onOne={(file) => onFiles([file])}
          />
        </Suspense>
      ) : upload.state === 'sending' ? (
        <UploadingStage upload={upload} cancel={cancel} />
      ) : pending && 'preview' in pending ? (
        <PendingStage file={pending} onFiles={onFiles} onDiscard={discard} />
      ) : (
        <DropStage isLoggedIn={isLoggedIn} refusal={refusal} onFiles={onFiles} onOpen={reset} />
      )}
      {isChosen ? null : <SampleList isLoggedIn={isLoggedIn} />}
      <Limits />
    </>
  );
}

/** Also when another page led here: the files of an earlier choice may wait in the browser. Going back does not clear. */
function useFreshStart(onFollow: () => void) {
  const { key, state } = useLocation();
  const isFresh = useNavigationType() !== 'POP' && isFreshStart(state);
  useEffect(() => {
    if (isFresh) onFollow();
    // oxlint-disable-next-line react/exhaustive-deps -- once for each visit
  }, [key]);
}

function Limits() {
  return (
    <section className="limits mt-10" aria-label="File requirements">
      <dl>
        <div>
          <dt>Photos and GIFs</dt>
          <dd>
            JPG, PNG, WebP, BMP, HEIC, AVIF, or a GIF of up to 15 seconds. Each side from 160 to 4,000 pixels, from 9:21
            to 21:9. Up to {batchLimits.photos} photos at once, GIFs one at a time.
          </dd>
        </div>
        <div>
          <dt>Videos</dt>
          <dd>
            MP4, MOV, WebM, MKV, AVI and more, one at a time, as long as you like: only the part you choose is swapped
            and paid.
          </dd>
        </div>
        <div>
          <dt>Yours alone</dt>
          <dd>Files are private and delete themselves after {useRetention()}.</dd>
        </div>
      </dl>
    </section>
  );
}
