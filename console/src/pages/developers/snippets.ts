/** The values that the quick start fills into its examples. */
export type Values = { url: string; key: string; workflow: string };

/**
 * The languages of the quick start. Each example uploads photo.jpg, runs the workflow and saves the result; a test runs
 * them.
 */
export const SNIPPETS = {
  curl: ({ url, key, workflow }: Values) => `URL=${url}
KEY=${key}
WORKFLOW=${workflow}

# Upload the image and run the workflow on it. The response is the execution's ID.
ID=$(curl -fsS -H "Authorization: Bearer $KEY" -F file=@photo.jpg \\
  "$URL/v1/workflow/execution/create?workflow=$WORKFLOW")

# Wait for the result and save it.
curl -fsS -H "Authorization: Bearer $KEY" -o result.jpg \\
  "$URL/v1/workflow/execution/$ID/result/default"
`,
  TypeScript: ({ url, key, workflow }: Values) => `import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';

const call = async (path: string, init: RequestInit = {}): Promise<Response> => {
  const headers = { authorization: 'Bearer ${key}' };
  const response = await fetch(\`${url}\${path}\`, { ...init, headers });
  if (!response.ok) throw new Error(await response.text());
  return response;
};

// Upload the image and run the workflow on it. The response is the execution's ID.
const body = new FormData();
body.set('file', await openAsBlob('photo.jpg'), 'photo.jpg');
const create = '/v1/workflow/execution/create?workflow=${workflow}';
const id = await (await call(create, { method: 'POST', body })).text();

// Wait for the result and save it.
const result = await call(\`/v1/workflow/execution/\${id}/result/default\`);
await writeFile('result.jpg', await result.bytes());
`,
  Python: ({ url, key, workflow }: Values) => `import json
from pathlib import Path
from urllib.request import Request, urlopen


def call(path, body=None, content_type="application/json"):
    headers = {"Authorization": "Bearer ${key}", "Content-Type": content_type}
    with urlopen(Request("${url}" + path, body, headers)) as response:
        return response.read()


# Upload the image. The response is its SHA-256.
photo = Path("photo.jpg")
content_hash = call("/v1/upload", photo.read_bytes(), "image/jpeg").decode()

# Run the workflow on it. The response is the execution's ID.
image = {"name": photo.name, "contentHash": content_hash}
create = "/v1/workflow/execution/create?workflow=${workflow}"
execution = call(create, json.dumps({"image": image}).encode()).decode()

# Wait for the result and save it.
result = call(f"/v1/workflow/execution/{execution}/result/default")
Path("result.jpg").write_bytes(result)
`,
} satisfies Record<string, (values: Values) => string>;

export type Language = keyof typeof SNIPPETS;
export const LANGUAGES = Object.keys(SNIPPETS) as Language[];
