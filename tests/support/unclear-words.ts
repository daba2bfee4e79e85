interface UnclearWords {
  words: string;
  /** What to write instead. */
  write: string;
  /** Folders that still contain the words. Remove clean folders; add none. */
  except?: readonly string[];
}

/** See docs/style.md. */
export const unclearWords: readonly UnclearWords[] = [
  {
    words: 'whoever',
    write: 'the actor: the caller, the user, the worker',
    except: ['app', 'docs', 'tests'],
  },
  { words: 'somebody', write: 'the actor: a user, a person', except: ['app', 'docs', 'tests'] },
  {
    words: 'nobody',
    write: 'no user, no caller',
    except: ['app', 'backend', 'contract', 'docs', 'tests'],
  },
  { words: 'everybody', write: 'all users, every caller', except: ['app', 'docs', 'tests'] },
  {
    words: 'anybody',
    write: 'any user, any caller',
    except: ['app', 'contract', 'docs'],
  },
  { words: 'stirs', write: 'the first interaction' },
  { words: 'its ear', write: 'its input' },
  { words: 'last words', write: 'the end of its output' },
  { words: 'a hand comes', write: 'the pointer comes near' },
  { words: 'waits for a hand', write: 'waits for an interaction' },
  { words: 'is told', write: 'receives', except: ['app', 'docs', 'tests'] },
  { words: 'tells of', write: 'reports' },
  { words: 'lends', write: 'opens, provides' },
  { words: 'of ours', write: 'the project’s, the site’s', except: ['app', 'backend', 'contract', 'docs'] },
  { words: 'the house', write: 'the project' },
  { words: 'goes astray', write: 'is lost' },
  { words: 'rustle', write: 'noise, grain' },
  { words: 'crispness', write: 'sharpness' },
  { words: 'wander', write: 'jitter', except: ['app'] },
  { words: 'turnstile', write: 'mutex' },
  { words: 'idlest', write: 'least busy' },
  { words: 'passed over', write: 'skipped' },
  { words: 'even course', write: 'constant velocity' },
  { words: 'usual look', write: 'reference embedding' },
  { words: 'as it stands', write: 'its present state' },
  { words: 'what is to be', write: 'name the thing' },
  { words: 'is nobody', write: 'is noise, is dropped', except: ['tests'] },
  { words: 'mend', write: 'fix, correct', except: ['tests'] },
  { words: 'hears', write: 'receives', except: ['app', 'docs'] },
  { words: 'amiss', write: 'wrong' },
  { words: 'naught', write: 'nothing' },
  { words: 'lest', write: 'so that … not' },
  { words: 'whence', write: 'from where' },
  { words: 'thence', write: 'from there' },
  { words: 'whither', write: 'where to' },
  { words: 'hitherto', write: 'until now' },
];
