import { Icon } from './icon';

export interface Question {
  ask: string;
  answer: string;
}

export function Questions({ questions }: { questions: readonly Question[] }) {
  return (
    <div className="questions">
      {questions.map(({ ask, answer }, index) => (
        <details key={ask} open={index === 0}>
          <summary>
            {ask}
            <Icon name="plus" />
          </summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  );
}
