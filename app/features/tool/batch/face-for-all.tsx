import type { FormState } from '~/lib/form-state';
import type { ToolQuery } from '~/lib/paths';

import { FaceChip } from '~/components/face';
import { AddChip } from '~/features/tool/faces/add-chip';
import { AddFaceForm } from '~/features/tool/faces/add-face';
import type { FaceOption } from '~/features/tool/faces/face-options';
import { OtherFaces } from '~/features/tool/faces/other-faces';
import { useFaceDrop } from '~/features/tool/faces/use-face-drop';

interface Props {
  form: string;
  faces: FaceOption[];
  /** In the library only. */
  otherFaces: number;
  chosen: string;
  onChoose: (face: string) => void;
  addHref: string;
  onAdd: (photo?: File) => void;
  /** Without script. */
  addForm: { kept: ToolQuery; refused?: FormState } | null;
}

export function FaceForAll({ form, faces, otherFaces, chosen, onChoose, addHref, onAdd, addForm }: Props) {
  const drop = useFaceDrop({ onFace: onChoose, onFile: onAdd });
  return (
    <div className="face-for-all">
      <div className="panel__head">
        <h2 className="t-card">Whose face?</h2>
      </div>
      <div className="person mx-2 mb-2" {...drop}>
        <fieldset className="person__faces">
          <legend className="small muted pb-3">It goes on the framed person of each photo.</legend>
          <div className="chips">
            <AddChip label="Add a face for all photos" form={form} href={addHref} onAdd={() => onAdd()} />
            {faces.map(({ face_id, thumb_url, name }) => (
              <FaceChip
                key={face_id}
                src={thumb_url}
                form={form}
                label={name}
                name="face"
                value={face_id}
                checked={face_id === chosen}
                onChoose={() => onChoose(face_id)}
              />
            ))}
          </div>
        </fieldset>
        <OtherFaces count={otherFaces} />
        {addForm ? <AddFaceForm {...addForm} /> : null}
      </div>
    </div>
  );
}
