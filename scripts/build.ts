// What is made before the service starts: the console's pages, and one file of the library for schemas.
import '../console/build.ts';
import '../service/bundle-typebox.ts';
