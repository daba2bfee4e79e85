import { useFetcher, useFetchers } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';

import type { Face } from '#contract/index';

import { Button } from '~/components/button';
import { Dialog } from '~/components/dialog';
import type { FormState } from '~/lib/form-state';
import { paths } from '~/lib/paths';
import { useReadableFiles } from '~/lib/use-readable-files';

import { FaceFields } from './face-fields';
import { FacePhotos } from './face-photos';

interface Props {
  isOpen: boolean;
  onClose: () => void;
  /** The face exists; the dialog stays open for its photos. */
  onAdded?: (faceId: string) => void;
  photo?: File;
}

/**
 * Step 1: photo, name and consent. Step 2: findings and more photos.
 * Stays open while step 1 is sent: closing it would not stop the server from making the face.
 */
export function AddFaceDialog({ isOpen, onClose, ...step }: Props) {
  const [face, setFace] = useState<Face | null>(null);
  useEffect(() => {
    if (isOpen) setFace(null);
  }, [isOpen]);
  const isAdding = useFetchers().some(({ formData }) => formData?.get('intent') === 'add-face') && !face;
  return (
    <Dialog
      open={isOpen}
      onOpenChange={(open) => open || isAdding || onClose()}
      title={face ? face.name : 'Add a face'}
    >
      <Steps {...step} face={face} onFace={setFace} onClose={onClose} />
    </Dialog>
  );
}

interface StepProps extends Omit<Props, 'isOpen'> {
  face: Face | null;
  onFace: (face: Face) => void;
}

function Steps({ face, onFace, onAdded, onClose, photo }: StepProps) {
  const { Form, data, state } = useFetcher<{ face: Face } | FormState>();
  const isSending = state !== 'idle';
  const { onSubmit, ...files } = useReadableFiles();
  const refused = data && 'fields' in data ? data : undefined;
  const received = useRef({ onFace, onAdded });
  received.current = { onFace, onAdded };
  const wasAdded = useRef(false);
  useEffect(() => {
    if (!data || !('face' in data)) return;
    received.current.onFace(data.face);
    if (!wasAdded.current) received.current.onAdded?.(data.face.face_id);
    wasAdded.current = true;
  }, [data]);
  const action = paths.resources.face();

  if (face) {
    return (
      <>
        <div className="dialog__body pt-0">
          <FacePhotos face={face} Form={Form} action={action} refused={refused} isSending={isSending} />
        </div>
        <div className="dialog__foot">
          {/* Replaces the button that had the focus. */}
          <Button type="button" look="primary" autoFocus onClick={onClose}>
            Done
          </Button>
        </div>
      </>
    );
  }
  return (
    <Form method="post" action={action} encType="multipart/form-data" onSubmit={onSubmit}>
      <div className="dialog__body pt-0">
        <input type="hidden" name="intent" value="add-face" />
        <FaceFields {...files} refused={refused} photo={photo} isSending={isSending} />
      </div>
      <div className="dialog__foot">
        <Button type="button" look="ghost" disabled={isSending} onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" look="primary" busy={isSending}>
          Add face
        </Button>
      </div>
    </Form>
  );
}
