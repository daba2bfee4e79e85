import { kindOfFile } from '#contract/media-types';
import { batchLimits } from '#contract/batch-limits';

import { Button, buttonClass } from '~/components/button';
import { FieldError } from '~/components/field';
import { Icon } from '~/components/icon';
import { Progress } from '~/components/progress';
import { useObjectUrl } from '~/lib/use-object-url';

import { useToolPage } from '~/features/tool/pages';
import { excessMessage } from '~/features/tool/upload/excess-message';
import { LogInToGoOn } from '~/features/tool/upload/log-in-to-go-on';
import { RefusedFile } from '~/features/tool/upload/refused-file';
import { useFileDrop } from '~/features/tool/upload/use-file-drop';

import type { SentPhoto } from './sent-photo';
import { useSeveralUploads } from './use-several-uploads';

interface Props {
  first: File[];
  isLoggedIn: boolean;
  onLeave: () => void;
  /** Instead of all. */
  onOne: (file: File) => void;
}

/** The list of several chosen photos, until their faces are known. */
export function SeveralPhotos({ first, isLoggedIn, onLeave, onOne }: Props) {
  const { photos, excess, add, replace, remove, cancel, isSaved, goOn } = useSeveralUploads(first, isLoggedIn);
  const isOver = useFileDrop(add);
  const leave = () => {
    cancel();
    onLeave();
  };
  const keepOnly = (file: File) => {
    cancel();
    onOne(file);
  };
  const sent = photos.filter(({ state }) => state === 'sent').length;
  const refused = photos.filter(({ state }) => state === 'refused').length;
  return (
    <section className="panel" aria-label="Chosen photos" data-over={isOver || undefined}>
      <div className="panel__head">
        <h2 className="t-card">{titleOf(photos)}</h2>
      </div>
      <div className="panel__body grid gap-4">
        <ul className="batch-upload">
          {photos.map((photo) => (
            <Row
              key={photo.id}
              photo={photo}
              onRemove={() => (photos.length === 1 ? leave() : remove(photo.id))}
              onOne={() => keepOnly(photo.file)}
              onCopy={(copy) => replace(photo.id, copy)}
            />
          ))}
        </ul>
        {excess > 0 ? (
          <div role="alert">
            <FieldError>{excessMessage(excess)}</FieldError>
          </div>
        ) : null}
        <p className="sr-only" role="status">
          {isLoggedIn ? `${sent} of ${photos.length} uploaded` : ''}
          {refused > 0 ? `, ${refused} cannot be used` : ''}
        </p>
        {isLoggedIn ? null : <LogIn isSaved={isSaved} />}
        <div className="flex flex-wrap gap-2.5">
          {goOn && refused > 0 ? (
            <Button look="primary" onClick={goOn}>
              {sent === 1 ? 'Go on with one photo' : `Go on with ${sent} photos`}
            </Button>
          ) : null}
          {photos.length < batchLimits.photos ? <AddMore onFiles={add} /> : null}
          <Button look="ghost" onClick={leave}>
            Choose others
          </Button>
        </div>
      </div>
    </section>
  );
}

function titleOf(photos: SentPhoto[]): string {
  const noun = photos.some(({ isUsableAlone }) => isUsableAlone) ? 'file' : 'photo';
  return photos.length === 1 ? `One ${noun}` : `${photos.length} ${noun}s`;
}

interface RowProps {
  photo: SentPhoto;
  onRemove: () => void;
  onOne: () => void;
  onCopy: (copy: File) => void;
}

function Row({ photo, onRemove, onOne, onCopy }: RowProps) {
  const { file, state, percent, refusal, isUsableAlone } = photo;
  const preview = useObjectUrl(file);
  return (
    <li className="batch-upload__row" data-refused={state === 'refused' || undefined}>
      {kindOfFile(file) === 'video' ? (
        <video src={preview} muted playsInline preload="metadata" aria-hidden="true" />
      ) : (
        // Not every browser shows HEIC.
        <img src={preview} alt="" onError={(event) => (event.currentTarget.style.visibility = 'hidden')} />
      )}
      <div className="grid min-w-0 gap-1.5">
        <p className="truncate" dir="auto">
          {file.name}
        </p>
        {state === 'refused' ? (
          <div role="alert">
            <RefusedFile refusal={refusal} name={file.name} onCopy={onCopy} />
            {isUsableAlone ? (
              <Button size="small" className="mt-2" aria-label={`Use only ${file.name}`} onClick={onOne}>
                Use only this
              </Button>
            ) : null}
          </div>
        ) : (
          <>
            {state === 'ready' ? null : <Progress thin value={percent} label={`Upload of ${file.name}`} />}
            <p className="tiny faint">{stateOf(photo)}</p>
          </>
        )}
      </div>
      <Button
        look="ghost"
        icon
        aria-label={`Remove ${file.name}`}
        onClick={({ currentTarget }) => {
          focusNeighbour(currentTarget);
          onRemove();
        }}
      >
        <Icon name="close" />
      </Button>
    </li>
  );
}

/** The button that has the focus goes with its row. */
function focusNeighbour(button: HTMLElement): void {
  const row = button.closest('li')!;
  const neighbour = row.nextElementSibling ?? row.previousElementSibling;
  neighbour?.querySelector<HTMLElement>(':scope > button')?.focus();
}

function stateOf({ state, isReconnecting }: SentPhoto): string {
  if (isReconnecting && state === 'sending') return 'Connection lost: we try again';
  const texts = { checking: 'Checking', waiting: 'Waiting', sending: 'Uploading', sent: 'Uploaded', ready: 'Ready' };
  return state === 'refused' ? '' : texts[state];
}

function AddMore({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { accept } = useToolPage();
  return (
    <label className={buttonClass()}>
      <Icon name="plus" size={16} />
      Add photos
      <input
        className="sr-only"
        type="file"
        accept={accept}
        multiple
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
    </label>
  );
}

function LogIn({ isSaved }: { isSaved: boolean | null }) {
  if (isSaved === null) return null;
  return (
    <div className="grid gap-3" role="status">
      <p className="small">
        {isSaved
          ? 'Log in and they go on from here. Until then they stay in this browser: nothing has been sent.'
          : 'Log in, and choose them again there: this browser keeps no files for us. Nothing has been sent.'}
      </p>
      <LogInToGoOn />
    </div>
  );
}
