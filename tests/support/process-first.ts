import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The longest files are among those of processes: started last, they would run on alone. */
export class ProcessFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const place = ({ project }: TestSpecification) =>
      2 * project.config.sequence.groupOrder + (project.name === 'process' ? 0 : 1);
    return (await super.sort(files)).sort((one, other) => place(one) - place(other));
  }
}
