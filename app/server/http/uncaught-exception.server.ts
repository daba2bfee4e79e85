/** Import first. Configuration errors are printed as a message, others with their stack. */
process.once('uncaughtException', (error: Error) => {
  const isForOperator = error.name === 'EnvironmentError' || error.name === 'ConfigurationError';
  process.stderr.write(`${isForOperator ? error.message : error.stack}\n`);
  process.exit(1);
});
