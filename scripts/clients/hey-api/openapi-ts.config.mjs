export default {
  // Node wants the endings of the files that are imported.
  output: { path: 'client', module: { extension: '.js' } },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
}
