// Builds what the service needs before it starts: the console, and the schema library bundled into one file.
import '../console/build.ts';
import '../service/build.ts';
