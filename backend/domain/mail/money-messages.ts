import type { Message } from './layout';

const whereToAsk = 'Questions about a payment? Contact us from your account page.';

export const receipt = (creditsUrl: string): Message => ({
  subject: 'Your payment has arrived',
  heading: 'Thank you: your credits have been added',
  paragraphs: [
    'Your payment has arrived, and the credits have been added to your balance. You find the invoice next to the payment.',
  ],
  button: { label: 'See payment and invoice', url: creditsUrl },
  footnote: whereToAsk,
});

export const paymentFailed = (creditsUrl: string): Message => ({
  subject: 'Your subscription could not be renewed',
  heading: 'The payment did not go through',
  paragraphs: [
    'Your bank or payment provider declined the renewal of your subscription. Often the reason is an expired card.',
    'We try again in the next few days. You keep the credits you have.',
  ],
  button: { label: 'See my subscription', url: creditsUrl },
  footnote: whereToAsk,
});

export const subscriptionCancelled = (creditsUrl: string): Message => ({
  subject: 'Your subscription is cancelled',
  heading: 'Your subscription is cancelled',
  paragraphs: [
    'You will not be charged again. Your subscription runs to the end of the period you paid for, and you keep your credits.',
    'Changed your mind? You can undo the cancellation until then or, if your payment provider does not allow that, subscribe again.',
  ],
  button: { label: 'See my subscription', url: creditsUrl },
  footnote: whereToAsk,
});

export const subscriptionSurplus = (creditsUrl: string): Message => ({
  subject: 'You had two subscriptions; one of them is cancelled',
  heading: 'You have paid for two subscriptions',
  paragraphs: [
    'Both payments have arrived, and you keep the credits of both. You need only one subscription, so we cancelled the older one: it is not charged again. The newer one continues.',
    'The price of a first subscription is given once: if you paid it twice, the second payment brought credits at the regular price.',
    'Was the second payment a mistake? You can request a refund next to the payment.',
  ],
  button: { label: 'See my payments', url: creditsUrl },
  footnote: whereToAsk,
});

export const subscriptionSuspended = (contactUrl: string): Message => ({
  subject: 'Your subscription is cancelled',
  heading: 'Your account is suspended, and its subscription is cancelled',
  paragraphs: [
    'Your account is suspended, so we cancelled its subscription: you will not be charged again.',
    'Do you think that the suspension is a mistake, or do you want to request a refund? Contact us: you need not log in.',
  ],
  button: { label: 'Contact us', url: contactUrl },
  footnote: 'Your credits stay. You can use them if the suspension is lifted.',
});

export const subscriptionEnded = (pricingUrl: string): Message => ({
  subject: 'Your subscription has ended',
  heading: 'Your subscription has ended',
  paragraphs: ['You will not be charged again. You keep your remaining credits, and you can buy packs without a plan.'],
  button: { label: 'See plans and packs', url: pricingUrl },
  footnote: whereToAsk,
});

export const refunded = (creditsUrl: string): Message => ({
  subject: 'Your refund is on its way',
  heading: 'Your refund is on its way',
  paragraphs: [
    'We have refunded one of your payments, or part of it. The money arrives the way you paid; a bank may take a few days.',
    'The credits of the refunded amount were taken back. The list of your payments and credits shows how many.',
  ],
  button: { label: 'See payments and credits', url: creditsUrl },
  footnote: whereToAsk,
});

export const refundDeclined = (contactUrl: string): Message => ({
  subject: 'Your refund request',
  heading: 'We cannot refund this payment',
  paragraphs: [
    'We have reviewed your refund request and cannot grant it. The payment stands, and you keep its credits.',
    'Is there something we should know? Contact us, and someone else will review it again.',
  ],
  button: { label: 'Contact us', url: contactUrl },
  footnote: whereToAsk,
});
