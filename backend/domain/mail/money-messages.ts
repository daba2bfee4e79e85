import type { Message } from './layout';

const whereToAsk = 'Questions about a payment? Answer from your account’s page, and we look into it.';

/** After a payment: the credits are there. */
export const receipt = (creditsUrl: string): Message => ({
  subject: 'Your payment has arrived',
  heading: 'Thank you: your credits are there',
  paragraphs: ['Your payment has arrived and its credits are on your balance. The invoice is beside the payment.'],
  button: { label: 'See payment and invoice', url: creditsUrl },
  footnote: whereToAsk,
});

/** A renewal was refused; it is tried again. */
export const paymentFailed = (creditsUrl: string): Message => ({
  subject: 'Your subscription could not be renewed',
  heading: 'The payment did not go through',
  paragraphs: [
    'Your bank or payment provider refused the renewal of your subscription. Often a card has expired.',
    'It is tried again within the next days. The credits you have are yours either way.',
  ],
  button: { label: 'See my subscription', url: creditsUrl },
  footnote: whereToAsk,
});

/** One click was enough. */
export const subscriptionCancelled = (creditsUrl: string): Message => ({
  subject: 'Your subscription is cancelled',
  heading: 'Cancelled, as you asked',
  paragraphs: [
    'Nothing will be charged again. Your subscription runs to the end of the period you have paid, and your credits stay.',
    'Changed your mind? Until then one click takes the cancellation back.',
  ],
  button: { label: 'See my subscription', url: creditsUrl },
  footnote: whereToAsk,
});

/** Paid for twice, by the same person. */
export const subscriptionSurplus = (creditsUrl: string): Message => ({
  subject: 'You had two subscriptions; one of them is cancelled',
  heading: 'You have paid for two subscriptions',
  paragraphs: [
    'Both payments have arrived, and their credits are yours. You need only one subscription, so the older one is cancelled and is not charged again; the newer one goes on.',
    'Was the second payment a mistake? Ask for its money back beside the payment.',
  ],
  button: { label: 'See my payments', url: creditsUrl },
  footnote: whereToAsk,
});

/** The last period is over. */
export const subscriptionEnded = (pricingUrl: string): Message => ({
  subject: 'Your subscription has ended',
  heading: 'Your subscription has ended',
  paragraphs: [
    'Nothing is charged any more. Credits you have left stay yours, and packs can be bought without a plan.',
  ],
  button: { label: 'See plans and packs', url: pricingUrl },
  footnote: whereToAsk,
});

/** An operator has given money back. */
export const refunded = (creditsUrl: string): Message => ({
  subject: 'Your money is on its way back',
  heading: 'Your money is on its way back',
  paragraphs: [
    'We have given back a payment of yours, or a part of it. It arrives the way it was paid; a bank may take some days.',
    'Its credits went back with it. Where you see how much: in the list of your payments and credits.',
  ],
  button: { label: 'See payments and credits', url: creditsUrl },
  footnote: whereToAsk,
});

/** An operator has looked into a request for a refund. */
export const refundDeclined = (contactUrl: string): Message => ({
  subject: 'Your refund request',
  heading: 'We cannot give this payment back',
  paragraphs: [
    'A person has read why you would like your money back, and could not agree. The payment stays, and so do its credits.',
    'Is there something we should know? Write to us, and somebody else looks at it again.',
  ],
  button: { label: 'Write to us', url: contactUrl },
  footnote: whereToAsk,
});
