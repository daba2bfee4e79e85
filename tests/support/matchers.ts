/** Evaluated for each file of tests; its import once for each process, whose matchers all files share. */
import './compare-bytes';
