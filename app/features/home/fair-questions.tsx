import { Questions } from '~/components/questions';

export const questions = [
  {
    ask: 'How good is it, honestly?',
    answer:
      'Best with faces turned up to about 35°. Somebody in full profile keeps their own face. A hand, a glass or hair in front of the eyes or lips can still go wrong, and that is what the free preview is for.',
  },
  {
    ask: 'What does it cost?',
    answer:
      'A photo or a GIF has one price, a video is counted by the second. You see the exact number before you press the button, and a new account starts with free credits.',
  },
  {
    ask: 'Which files can I use?',
    answer:
      'Photos from 160 to 4,000 pixels a side. GIFs up to 15 seconds. Videos from MP4 and MOV to AVI and MKV: what your browser cannot play, we convert for the preview.',
  },
  {
    ask: 'Can I swap several people at once?',
    answer: 'Yes. Everybody in the picture gets a face of their own, or keeps the one they have.',
  },
  {
    ask: 'Do you keep my face, or train on it?',
    answer:
      'Neither. Faces are measured while a swap is computed, on our own servers, and the measurements are deleted soon afterwards; the Privacy Policy says when. We train nothing on your pictures.',
  },
];

export function FairQuestions() {
  return (
    <section className="wrap section facts-row" aria-labelledby="questions">
      <h2 className="t-section" id="questions">
        Fair questions
      </h2>
      <Questions questions={questions} />
    </section>
  );
}
