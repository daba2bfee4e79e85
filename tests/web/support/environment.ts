// Import before app/, which reads its settings on import.
process.env.NODE_ENV = 'test';
process.env.API_URL = 'https://api.test';
process.env.SESSION_SECRET = 'a secret that is only good for tests';
process.env.LOG_LEVEL = 'silent';
