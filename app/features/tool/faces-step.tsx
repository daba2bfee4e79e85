import { Form, useActionData, useSearchParams } from '@remix-run/react';
import { useState } from 'react';

import { Note } from '~/components/note';
import type { FormState } from '~/form-state';
import { useFocusFault } from '~/use-focus-fault';

import { AddFace } from './add-face';
import { readChoices } from './choices';
import { PersonChoice } from './person-choice';
import { PersonsStage } from './persons-stage';
import type { StepData } from './server/load-tool.server';
import { ToolTop } from './steps';
import { SwapDock } from './swap-dock';
import { useToolPath } from './tool-path';
import { useChoices } from './use-choices';
import { partOf } from './words';

// The fields of the swap stand among other forms, which HTML does not nest; they name the form they belong to.
const swapForm = 'swap';

/** Who becomes whom: a face for each person, the price beside the button, and permission before it. */
export function FacesStep({ material, persons, faces, price, formKey }: StepData<'faces'>) {
  const refused = useActionData() as FormState | undefined;
  useFocusFault(refused);
  const [open, setOpen] = useState(persons[0]!.key);
  const [search] = useSearchParams();
  const kept = readChoices(refused ? Object.entries(refused.values) : search);
  const { choices, choose } = useChoices({ persons, faces, looking: open, kept, added: search.get('face') });
  const found = persons.length === 1 ? 'one person found' : `${persons.length} people found`;
  const toolPath = useToolPath();
  const isMoving = material.kind !== 'photo';

  return (
    <>
      <ToolTop
        title={material.name}
        detail={`${partOf(material)}, ${found}`}
        now="Faces"
        isMoving={isMoving}
        links={{ Upload: toolPath(), Trim: toolPath({ material: material.material_id, step: 'trim' }) }}
      />
      <Form method="post" id={swapForm}>
        <input type="hidden" name="intent" value="create" />
        <input type="hidden" name="material_id" value={material.material_id} />
        <input type="hidden" name="key" value={formKey} />
      </Form>
      <div className="tool__grid">
        <PersonsStage material={material} persons={persons} open={open} />
        <div className="panel tool__panel">
          <div className="panel__head">
            <h2 className="t-card">Who becomes whom?</h2>
          </div>
          <div className="grid gap-0.5 px-2 py-3">
            {persons.map((person, index) => (
              <PersonChoice
                key={person.key}
                form={swapForm}
                person={person}
                name={`Person ${index + 1}`}
                faces={faces}
                chosen={choices[person.key] ?? ''}
                onChoose={(face) => choose(person.key, face)}
                isMoving={isMoving}
                keptPhotos={kept[person.key]}
                isOpen={person.key === open}
                onOpen={() => setOpen(person.key)}
              />
            ))}
            {refused?.fields.bind_face ? (
              <div className="px-3 pt-2">
                <Note kind="error">{refused.fields.bind_face}</Note>
              </div>
            ) : null}
          </div>
          <div className="panel__body rule-top">
            <AddFace hasFaces={faces.length > 0} refused={refused} faceCount={faces.length} />
          </div>
          <SwapDock form={swapForm} price={price} refused={refused} />
        </div>
      </div>
    </>
  );
}
