// Made from the OpenAPI document of the service by `npm run generate`. Do not edit.

export interface paths {
    "/.well-known/oauth-authorization-server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where the authorization server has its endpoints (RFC 8414). */
        get: operations["get.wellKnownOauthAuthorizationServer"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/device/code": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Begins the device flow (RFC 8628): client_id and scope as a form. */
        post: operations["postOauthDeviceCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/jwks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The public keys with which access tokens can be verified. */
        get: operations["getOauthJwks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Ends what a refresh or access token stands for (RFC 7009); 200 for an unknown token as well. */
        post: operations["postOauthRevoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Trades a device code or a refresh token for an access token. */
        post: operations["postOauthToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** This interface, as an OpenAPI 3.1 document. */
        get: operations["getOpenapi.json"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Changes the name of the person who is signed in. */
        put: operations["putAccount"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/account/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Changes the password; every other session and every connected program of the person ends, and API keys if wished. */
        put: operations["putAccountPassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/device/{userCode}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Which program asks to be connected under this code, from where and since when. */
        get: operations["getDeviceByUserCode"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/device/{userCode}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Connects the program: it may act for this person in the given organization. */
        post: operations["postDeviceByUserCodeConfirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/device/{userCode}/deny": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Refuses the program that asks to be connected. */
        post: operations["postDeviceByUserCodeDeny"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether the service can take calls: an empty 200, or 503 while its database is away. */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/image/{hash}/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The bytes of one of the organization's pictures. */
        get: operations["getImageByHashByName"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invitation/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What an invitation is for. */
        get: operations["getInvitationByToken"];
        put?: never;
        /** Accepts an invitation and signs in: as a new user, or with the password of the known one. */
        post: operations["postInvitationByToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth-client": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The programs that may ask to be connected. */
        get: operations["getOauthClient"];
        put?: never;
        /** Registers a program that may ask to be connected. */
        post: operations["postOauthClient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth-client/{clientId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Removes a program that was registered; its connections end. */
        delete: operations["deleteOauthClientByClientId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The organizations that the caller may act for. */
        get: operations["getOrganization"];
        put?: never;
        /** Creates an organization, owned by the caller. */
        post: operations["postOrganization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One organization with its members. */
        get: operations["getOrganizationById"];
        /** Gives the organization another name. */
        put: operations["putOrganizationById"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/audit-log": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who did what in the organization, newest first. */
        get: operations["getOrganizationByIdAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/audit-log.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The whole audit log as CSV. */
        get: operations["getOrganizationByIdAuditLog.csv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/credits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Grants credits to an organization, or takes them back when the amount is negative. */
        post: operations["postOrganizationByIdCredits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/devices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The connected programs: all of them for owners and admins, their own for others. */
        get: operations["getOrganizationByIdDevices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/devices/{grantId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Disconnects a program. It is refused within seconds. */
        delete: operations["deleteOrganizationByIdDevicesByGrantId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The invitations that wait to be accepted, without their links. */
        get: operations["getOrganizationByIdInvitations"];
        put?: never;
        /** Invites someone. The link is in this answer and is never shown again. */
        post: operations["postOrganizationByIdInvitations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/invitations/{invitationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Withdraws an invitation. */
        delete: operations["deleteOrganizationByIdInvitationsByInvitationId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The API keys of the organization, without their secrets. */
        get: operations["getOrganizationByIdKeys"];
        put?: never;
        /** Makes an API key. Its secret is in this answer and is never shown again. */
        post: operations["postOrganizationByIdKeys"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Revokes an API key. It is refused within seconds. */
        delete: operations["deleteOrganizationByIdKeysByKeyId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Every movement of credits, newest first. */
        get: operations["getOrganizationByIdLedger"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The organization's own limits; null where the default of the service counts. */
        get: operations["getOrganizationByIdLimits"];
        /** Gives the organization limits of its own. They hold within seconds, and those left out stay as they are. */
        put: operations["putOrganizationByIdLimits"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The people of the organization and their roles. */
        get: operations["getOrganizationByIdMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/members/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Gives a member another role. It takes effect within seconds. */
        put: operations["putOrganizationByIdMembersByUserId"];
        post?: never;
        /** Removes a member. Removing yourself is leaving, which needs your own console session. The last owner cannot go. */
        delete: operations["deleteOrganizationByIdMembersByUserId"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/members/{userId}/password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A link with which a member sets a new password. It is shown this once. */
        post: operations["postOrganizationByIdMembersByUserIdPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/settings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** How the organization wants its executions run. */
        get: operations["getOrganizationByIdSettings"];
        /** Changes how the organization wants its executions run. */
        put: operations["putOrganizationByIdSettings"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/{id}/webhook-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The secret with which webhook calls of the organization are signed. */
        get: operations["getOrganizationByIdWebhookSecret"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The credits that can be spent now, as bare digits. */
        get: operations["getOrganizationBalance"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/password-reset/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Whether a link to set a new password still holds. */
        get: operations["getPasswordResetByToken"];
        put?: never;
        /** Sets a new password; every session and every connected program of the person ends, and API keys if wished or if someone else made the link. */
        post: operations["postPasswordResetByToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Who is signed in to the console, and for which organization. */
        get: operations["getSession"];
        put?: never;
        /** Signs a person in to the console. */
        post: operations["postSession"];
        /** Signs out; with everywhere=true in every browser. */
        delete: operations["deleteSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session/organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Switches the organization that the person works in. */
        put: operations["putSessionOrganization"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The providers through which people may sign in, besides their password. */
        get: operations["getSessionProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Uploads a picture, or a colour table (.cube): as the form field `file`, as the whole body, or by URLs to fetch it from. */
        post: operations["postUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/upload/{hash}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        /** Whether the organization holds these bytes already: 200, or 404. */
        head: operations["headUploadByHash"];
        patch?: never;
        trace?: never;
    };
    "/v1/workflow": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The workflows of the organization at their latest versions. */
        get: operations["getWorkflow"];
        put?: never;
        /** Creates a workflow. */
        post: operations["postWorkflow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One workflow, at its latest version or at the given one. */
        get: operations["getWorkflowById"];
        /** Makes a new version of a workflow. The old ones stay runnable. */
        put: operations["putWorkflowById"];
        post?: never;
        /** Archives a workflow: it is no longer listed or started, and its executions go on. */
        delete: operations["deleteWorkflowById"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/execution": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Executions, newest first. */
        get: operations["getWorkflowExecution"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/execution/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** One execution. */
        get: operations["getWorkflowExecutionById"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/execution/{id}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Approves a result that is in review: it is delivered and charged. */
        post: operations["postWorkflowExecutionByIdApprove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/execution/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stops a queued or running execution. Nothing is charged. */
        post: operations["postWorkflowExecutionByIdCancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/execution/{id}/feedback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Keeps what a person thinks of the result, and pictures that show what was expected. */
        post: operations["postWorkflowExecutionByIdFeedback"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/execution/{id}/reject": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Rejects a result that is in review: the execution ends as FAILED and nothing is charged. */
        post: operations["postWorkflowExecutionByIdReject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/execution/{id}/result/default": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Waits until the execution is completed, then answers with the picture. */
        get: operations["getWorkflowExecutionByIdResultDefault"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/execution/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Runs a failed or unpaid execution again, at the price agreed at its creation. */
        post: operations["postWorkflowExecutionByIdRetry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/execution/{id}/status": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A stream of server-sent events with each status, until a final one. */
        get: operations["getWorkflowExecutionByIdStatus"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/execution/{id}/trace": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** What happened in the last attempt that came to an end, step by step. */
        get: operations["getWorkflowExecutionByIdTrace"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/execution/{id}/trace/{step}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** A small picture of what a step made, as WebP; with `input`, of the picture as it came in. */
        get: operations["getWorkflowExecutionByIdTraceByStepPreview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/execution/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Runs a workflow on one image or several. The answer is the execution ID as plain text. */
        post: operations["postWorkflowExecutionCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/workflow/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** What steps make of a picture, small and as WebP. Nothing is saved and nothing is charged. */
        post: operations["postWorkflowPreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/workflow/execution": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Executions, newest first. */
        get: operations["getWorkflowExecutionV2"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ApiKey: {
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string | null;
            id: string;
            /** Format: date-time */
            lastUsedAt: string | null;
            name: string;
            organizationId: string;
            /** @enum {unknown} */
            role: "owner" | "admin" | "operator" | "reviewer" | "viewer";
            userId: string;
        };
        /** @description Refused; `message` says what to do. */
        Error: {
            error: string;
            message: string;
            path: string;
            status: number;
            /** Format: date-time */
            timestamp: string;
        };
        ExecutionRecord: {
            /** @description How often it was tried, over its whole life */
            attempts: number;
            chargedCredits: number | null;
            /** @description Creation time, UTC with milliseconds */
            createdAt: string;
            error: {
                code: string;
                component: string | null;
                message: string;
            } | null;
            /** @description Processing end time */
            finishedAt: string | null;
            /** @description Execution ID */
            id: string;
            /** @description SHA-256 of the main image */
            inputContentHash: string;
            /** @description File name of the main image */
            inputFileName: string;
            inputs: {
                [key: string]: {
                    contentHash: string;
                    contentType: string;
                    name: string;
                };
            };
            labels: {
                [key: string]: string;
            };
            organizationId: string;
            /** @description SHA-256 of the result */
            resultContentHash: string | null;
            /** @description Media type of the result */
            resultContentType: string | null;
            /** @description File name of the result */
            resultFileName: string | null;
            /** @description Where the result is downloaded */
            resultPath: string | null;
            /**
             * @description The result was there from an earlier execution; only where it was
             * @enum {boolean}
             */
            reused?: true;
            settings: {
                [key: string]: unknown;
            };
            /** @description Processing start time */
            startedAt: string | null;
            /** @enum {unknown} */
            status: "CREATED" | "ACTIVE" | "COMPLETED" | "IN_QA" | "PAYMENT_REQUIRED" | "FAILED";
            /** @description The user who created the execution */
            userId: string;
            webhooks: string[];
            /** @description Workflow ID */
            workflow: string;
            /** @description The workflow's name when the execution was created */
            workflowName: string;
            /** @description Workflow version ID used */
            workflowVersion: string;
        };
        LedgerEntry: {
            amount: number;
            /** Format: date-time */
            createdAt: string;
            executionId: string | null;
            id: string;
            /** @enum {unknown} */
            kind: "grant" | "withdrawal" | "charge";
            note: string;
            userId: string | null;
        };
        NewApiKey: {
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            expiresAt: string | null;
            id: string;
            key: string;
            /** Format: date-time */
            lastUsedAt: string | null;
            name: string;
            organizationId: string;
            /** @enum {unknown} */
            role: "owner" | "admin" | "operator" | "reviewer" | "viewer";
            userId: string;
        };
        Organization: {
            id: string;
            members: {
                email: string;
                name: string;
                /** @enum {unknown} */
                role: "owner" | "admin" | "operator" | "reviewer" | "viewer";
                userId: string;
            }[];
            name: string;
            version: string;
        };
        Trace: {
            /** @description Which attempt this was; null before the first has ended */
            attempt: number | null;
            /** @description Whether the sizes of all steps could be found; ask again if not */
            complete: boolean;
            execution: string;
            /** @description The step that failed, or at which the work was ended */
            failedStep: string | null;
            input: {
                /** @description Of the step, with those that are joined with it; the last one has the file as well */
                durationMs: number | null;
                /** @description Of the picture after the step */
                height: number | null;
                /** @description The step at whose end this one was carried out, as one pipeline; see its duration */
                joinedWith: string | null;
                megapixels: number | null;
                /** @description What the process held in memory when the step ended */
                memoryBytes: number | null;
                /** @description Where a small picture of what it made can be seen */
                preview: string | null;
                warnings: string[];
                /** @description Of the picture after the step */
                width: number | null;
            } | null;
            steps: {
                component: string;
                /** @description How sure the step is, from 0 to 1, where it says so */
                confidence: number | null;
                /** @description Of the step, with those that are joined with it; the last one has the file as well */
                durationMs: number | null;
                failed: boolean;
                /** @description Of the picture after the step */
                height: number | null;
                id: string;
                /** @description The step at whose end this one was carried out, as one pipeline; see its duration */
                joinedWith: string | null;
                megapixels: number | null;
                /** @description What the process held in memory when the step ended */
                memoryBytes: number | null;
                /** @description Where a small picture of what it made can be seen */
                preview: string | null;
                /** @description Not carried out: what it makes was there from an earlier execution */
                reused: boolean;
                /**
                 * @description Why the step did nothing; null when it did something
                 * @enum {string|null}
                 */
                skipped: "condition" | "missing_input" | "superseded" | null;
                warnings: string[];
                /** @description Of the picture after the step */
                width: number | null;
            }[];
            totals: {
                /** @description Of the least sure step */
                confidence: number | null;
                durationMs: number;
                /** @description What all steps should take by the costs measured of each component */
                expectedMs: number;
                /** @description The largest of the steps */
                memoryBytes: number | null;
                stepsRun: number;
                stepsSkipped: number;
                warnings: number;
            };
        };
        Workflow: {
            author: {
                id: string;
                name: string;
            };
            /** Format: date-time */
            date: string;
            executionPrice: number;
            id: string;
            inputs: {
                [key: string]: {
                    description: string;
                    required: boolean;
                };
            };
            name: string;
            /** @enum {unknown} */
            qa: "off" | "all" | "unsure";
            version: string;
            workflowComponents: {
                component: string;
                id: string;
                params: {
                    [key: string]: unknown;
                };
                when?: {
                    [key: string]: unknown;
                };
            }[];
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "get.wellKnownOauthAuthorizationServer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Where the authorization server has its endpoints (RFC 8414). */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        issuer: string;
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    postOauthDeviceCode: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
                "application/x-www-form-urlencoded": string;
                "text/plain": string;
            };
        };
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Begins the device flow (RFC 8628): client_id and scope as a form. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        device_code: string;
                        expires_in: number;
                        interval: number;
                        user_code: string;
                        verification_uri: string;
                        verification_uri_complete: string;
                    };
                };
            };
        };
    };
    getOauthJwks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The public keys with which access tokens can be verified. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        keys: ({
                            kid: string;
                        } & {
                            [key: string]: unknown;
                        })[];
                    };
                };
            };
        };
    };
    postOauthRevoke: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
                "application/x-www-form-urlencoded": string;
                "text/plain": string;
            };
        };
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Ends what a refresh or access token stands for (RFC 7009); 200 for an unknown token as well. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    postOauthToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": string;
                "application/x-www-form-urlencoded": string;
                "text/plain": string;
            };
        };
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Trades a device code or a refresh token for an access token. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        access_token: string;
                        expires_in: number;
                        refresh_token?: string;
                        scope: string;
                        token_type: string;
                    };
                };
            };
        };
    };
    "getOpenapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description This interface, as an OpenAPI 3.1 document. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    putAccount: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Changes the name of the person who is signed in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        csrfToken: string;
                        organization: {
                            id: string;
                            name: string;
                            /** @enum {unknown} */
                            role: "owner" | "admin" | "operator" | "reviewer" | "viewer";
                        };
                        organizations: {
                            id: string;
                            name: string;
                            /** @enum {unknown} */
                            role: "owner" | "admin" | "operator" | "reviewer" | "viewer";
                        }[];
                        publicUrl: string;
                        user: {
                            email: string;
                            id: string;
                            name: string;
                            platformAdministrator: boolean;
                        };
                    };
                };
            };
        };
    };
    putAccountPassword: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    currentPassword: string;
                    /** @description A password of 8 to 128 characters, spaces allowed */
                    newPassword: string;
                    /** @description Whether the person's API keys end as well; false when left out */
                    revokeApiKeys?: boolean;
                };
            };
        };
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Changes the password; every other session and every connected program of the person ends, and API keys if wished. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getDeviceByUserCode: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path: {
                userCode: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Which program asks to be connected under this code, from where and since when. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        clientId: string;
                        clientName: string;
                        /** Format: date-time */
                        expiresAt: string;
                        /** Format: date-time */
                        requestedAt: string;
                        requestedFrom: string;
                        userCode: string;
                    };
                };
            };
        };
    };
    postDeviceByUserCodeConfirm: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path: {
                userCode: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    organizationId: string;
                };
            };
        };
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Connects the program: it may act for this person in the given organization. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    postDeviceByUserCodeDeny: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path: {
                userCode: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refuses the program that asks to be connected. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Whether the service can take calls: an empty 200, or 503 while its database is away. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getImageByHashByName: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
                /** @description A WebP whose longest side has at most so many pixels, instead of the picture itself. */
                size?: 160 | 320 | 640 | 1280;
            };
            header?: never;
            path: {
                hash: string;
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The bytes of one of the organization's pictures. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/*": string;
                };
            };
        };
    };
    getInvitationByToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description What an invitation is for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        email: string;
                        hasAccount: boolean;
                        organizationName: string;
                        /** @enum {unknown} */
                        role: "owner" | "admin" | "operator" | "reviewer" | "viewer";
                    };
                };
            };
        };
    };
    postInvitationByToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name?: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Accepts an invitation and signs in: as a new user, or with the password of the known one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        csrfToken: string;
                        organization: {
                            id: string;
                            name: string;
                            /** @enum {unknown} */
                            role: "owner" | "admin" | "operator" | "reviewer" | "viewer";
                        };
                        organizations: {
                            id: string;
                            name: string;
                            /** @enum {unknown} */
                            role: "owner" | "admin" | "operator" | "reviewer" | "viewer";
                        }[];
                        publicUrl: string;
                        user: {
                            email: string;
                            id: string;
                            name: string;
                            platformAdministrator: boolean;
                        };
                    };
                };
            };
        };
    };
    getOauthClient: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The programs that may ask to be connected. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: {
                            builtIn: boolean;
                            clientId: string;
                            /** Format: date-time */
                            createdAt: string;
                            name: string;
                            rotateRefreshTokens: boolean;
                        }[];
                        total: number;
                    };
                };
            };
        };
    };
    postOauthClient: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    clientId: string;
                    name: string;
                    rotateRefreshTokens?: boolean;
                };
            };
        };
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Registers a program that may ask to be connected. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        builtIn: boolean;
                        clientId: string;
                        /** Format: date-time */
                        createdAt: string;
                        name: string;
                        rotateRefreshTokens: boolean;
                    };
                };
            };
        };
    };
    deleteOauthClientByClientId: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path: {
                clientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Removes a program that was registered; its connections end. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getOrganization: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The organizations that the caller may act for. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: components["schemas"]["Organization"][];
                        total: number;
                    };
                };
            };
        };
    };
    postOrganization: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Creates an organization, owned by the caller. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
        };
    };
    getOrganizationById: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description One organization with its members. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
        };
    };
    putOrganizationById: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    name: string;
                };
            };
        };
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Gives the organization another name. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
        };
    };
    getOrganizationByIdAuditLog: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Who did what in the organization, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: {
                            action: string;
                            /** Format: date-time */
                            at: string;
                            detail: {
                                [key: string]: unknown;
                            };
                            id: string;
                            subject: string;
                            userEmail: string | null;
                            userId: string | null;
                        }[];
                        total: number;
                    };
                };
            };
        };
    };
    "getOrganizationByIdAuditLog.csv": {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The whole audit log as CSV. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    postOrganizationByIdCredits: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    amount: number;
                    note?: string;
                };
            };
        };
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Grants credits to an organization, or takes them back when the amount is negative. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerEntry"];
                };
            };
        };
    };
    getOrganizationByIdDevices: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The connected programs: all of them for owners and admins, their own for others. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: {
                            clientId: string;
                            clientName: string;
                            /** Format: date-time */
                            createdAt: string;
                            id: string;
                            /** Format: date-time */
                            lastUsedAt: string;
                            userEmail: string;
                            userId: string;
                        }[];
                        total: number;
                    };
                };
            };
        };
    };
    deleteOrganizationByIdDevicesByGrantId: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path: {
                grantId: string;
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Disconnects a program. It is refused within seconds. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getOrganizationByIdInvitations: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The invitations that wait to be accepted, without their links. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: {
                            /** Format: date-time */
                            createdAt: string;
                            email: string;
                            /** Format: date-time */
                            expiresAt: string;
                            id: string;
                            /** @enum {unknown} */
                            role: "owner" | "admin" | "operator" | "reviewer" | "viewer";
                        }[];
                        total: number;
                    };
                };
            };
        };
    };
    postOrganizationByIdInvitations: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    /** @enum {unknown} */
                    role: "owner" | "admin" | "operator" | "reviewer" | "viewer";
                };
            };
        };
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Invites someone. The link is in this answer and is never shown again. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        createdAt: string;
                        email: string;
                        /** Format: date-time */
                        expiresAt: string;
                        id: string;
                        /** @enum {unknown} */
                        role: "owner" | "admin" | "operator" | "reviewer" | "viewer";
                        url: string;
                    };
                };
            };
        };
    };
    deleteOrganizationByIdInvitationsByInvitationId: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path: {
                id: string;
                invitationId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Withdraws an invitation. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getOrganizationByIdKeys: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The API keys of the organization, without their secrets. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: components["schemas"]["ApiKey"][];
                        total: number;
                    };
                };
            };
        };
    };
    postOrganizationByIdKeys: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: date-time */
                    expiresAt?: string | null;
                    name: string;
                    /** @enum {unknown} */
                    role: "owner" | "admin" | "operator" | "reviewer" | "viewer";
                };
            };
        };
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Makes an API key. Its secret is in this answer and is never shown again. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NewApiKey"];
                };
            };
        };
    };
    deleteOrganizationByIdKeysByKeyId: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path: {
                id: string;
                keyId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Revokes an API key. It is refused within seconds. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getOrganizationByIdLedger: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Every movement of credits, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: components["schemas"]["LedgerEntry"][];
                        total: number;
                    };
                };
            };
        };
    };
    getOrganizationByIdLimits: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The organization's own limits; null where the default of the service counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether workflows may have an executionPrice below base plus components */
                        belowCost: boolean;
                        /** @description Requests a minute that each credential may make for the organization */
                        requestsPerMinute: number | null;
                    };
                };
            };
        };
    };
    putOrganizationByIdLimits: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Whether workflows may have an executionPrice below base plus components */
                    belowCost?: boolean;
                    /** @description Requests a minute that each credential may make for the organization */
                    requestsPerMinute?: number | null;
                };
            };
        };
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Gives the organization limits of its own. They hold within seconds, and those left out stay as they are. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether workflows may have an executionPrice below base plus components */
                        belowCost: boolean;
                        /** @description Requests a minute that each credential may make for the organization */
                        requestsPerMinute: number | null;
                    };
                };
            };
        };
    };
    getOrganizationByIdMembers: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The people of the organization and their roles. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: {
                            email: string;
                            name: string;
                            /** @enum {unknown} */
                            role: "owner" | "admin" | "operator" | "reviewer" | "viewer";
                            userId: string;
                        }[];
                        total: number;
                    };
                };
            };
        };
    };
    putOrganizationByIdMembersByUserId: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path: {
                id: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @enum {unknown} */
                    role: "owner" | "admin" | "operator" | "reviewer" | "viewer";
                };
            };
        };
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Gives a member another role. It takes effect within seconds. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    deleteOrganizationByIdMembersByUserId: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path: {
                id: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Removes a member. Removing yourself is leaving, which needs your own console session. The last owner cannot go. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    postOrganizationByIdMembersByUserIdPasswordReset: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path: {
                id: string;
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A link with which a member sets a new password. It is shown this once. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: date-time */
                        expiresAt: string;
                        url: string;
                    };
                };
            };
        };
    };
    getOrganizationByIdSettings: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description How the organization wants its executions run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether the result of the same pictures and the same steps is served again without being made again */
                        reuseResults: boolean;
                    };
                };
            };
        };
    };
    putOrganizationByIdSettings: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Whether the result of the same pictures and the same steps is served again without being made again */
                    reuseResults: boolean;
                };
            };
        };
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Changes how the organization wants its executions run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Whether the result of the same pictures and the same steps is served again without being made again */
                        reuseResults: boolean;
                    };
                };
            };
        };
    };
    getOrganizationByIdWebhookSecret: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The secret with which webhook calls of the organization are signed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        secret: string;
                    };
                };
            };
        };
    };
    getOrganizationBalance: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The credits that can be spent now, as bare digits. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": number;
                    "text/plain": number;
                };
            };
        };
    };
    getPasswordResetByToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Whether a link to set a new password still holds. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    postPasswordResetByToken: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description A password of 8 to 128 characters, spaces allowed */
                    password: string;
                    /** @description Whether the person's API keys end as well; false when left out */
                    revokeApiKeys?: boolean;
                };
            };
        };
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Sets a new password; every session and every connected program of the person ends, and API keys if wished or if someone else made the link. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getSession: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Who is signed in to the console, and for which organization. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        csrfToken: string;
                        organization: {
                            id: string;
                            name: string;
                            /** @enum {unknown} */
                            role: "owner" | "admin" | "operator" | "reviewer" | "viewer";
                        };
                        organizations: {
                            id: string;
                            name: string;
                            /** @enum {unknown} */
                            role: "owner" | "admin" | "operator" | "reviewer" | "viewer";
                        }[];
                        publicUrl: string;
                        user: {
                            email: string;
                            id: string;
                            name: string;
                            platformAdministrator: boolean;
                        };
                    };
                };
            };
        };
    };
    postSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    email: string;
                    password: string;
                };
            };
        };
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Signs a person in to the console. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        csrfToken: string;
                        organization: {
                            id: string;
                            name: string;
                            /** @enum {unknown} */
                            role: "owner" | "admin" | "operator" | "reviewer" | "viewer";
                        };
                        organizations: {
                            id: string;
                            name: string;
                            /** @enum {unknown} */
                            role: "owner" | "admin" | "operator" | "reviewer" | "viewer";
                        }[];
                        publicUrl: string;
                        user: {
                            email: string;
                            id: string;
                            name: string;
                            platformAdministrator: boolean;
                        };
                    };
                };
            };
        };
    };
    deleteSession: {
        parameters: {
            query?: {
                everywhere?: boolean;
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Signs out; with everywhere=true in every browser. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    putSessionOrganization: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    organizationId: string;
                };
            };
        };
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Switches the organization that the person works in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        csrfToken: string;
                        organization: {
                            id: string;
                            name: string;
                            /** @enum {unknown} */
                            role: "owner" | "admin" | "operator" | "reviewer" | "viewer";
                        };
                        organizations: {
                            id: string;
                            name: string;
                            /** @enum {unknown} */
                            role: "owner" | "admin" | "operator" | "reviewer" | "viewer";
                        }[];
                        publicUrl: string;
                        user: {
                            email: string;
                            id: string;
                            name: string;
                            platformAdministrator: boolean;
                        };
                    };
                };
            };
        };
    };
    getSessionProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The providers through which people may sign in, besides their password. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        providers: {
                            id: string;
                            name: string;
                        }[];
                    };
                };
            };
        };
    };
    postUpload: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    urls: {
                        [key: string]: string;
                    };
                };
                "application/x-cube-lut": string;
                "image/*": string;
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                };
            };
        };
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Uploads a picture, or a colour table (.cube): as the form field `file`, as the whole body, or by URLs to fetch it from. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        urls: {
                            [key: string]: string;
                        };
                    };
                    "text/plain": string;
                };
            };
        };
    };
    headUploadByHash: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path: {
                hash: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Whether the organization holds these bytes already: 200, or 404. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getWorkflow: {
        parameters: {
            query?: {
                limit?: number;
                offset?: number;
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description The workflows of the organization at their latest versions. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: components["schemas"]["Workflow"][];
                        total: number;
                    };
                };
            };
        };
    };
    postWorkflow: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    executionPrice?: number;
                    inputs?: {
                        [key: string]: {
                            description?: string;
                            required?: boolean;
                        };
                    };
                    name: string;
                    /** @enum {unknown} */
                    qa?: "off" | "all" | "unsure";
                    workflowComponents: {
                        component: string;
                        id: string;
                        params?: {
                            [key: string]: unknown;
                        };
                        when?: {
                            [key: string]: unknown;
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Creates a workflow. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"];
                };
            };
        };
    };
    getWorkflowById: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
                version?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description One workflow, at its latest version or at the given one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"];
                };
            };
        };
    };
    putWorkflowById: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    executionPrice?: number;
                    inputs?: {
                        [key: string]: {
                            description?: string;
                            required?: boolean;
                        };
                    };
                    name: string;
                    /** @enum {unknown} */
                    qa?: "off" | "all" | "unsure";
                    workflowComponents: {
                        component: string;
                        id: string;
                        params?: {
                            [key: string]: unknown;
                        };
                        when?: {
                            [key: string]: unknown;
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Makes a new version of a workflow. The old ones stay runnable. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workflow"];
                };
            };
        };
    };
    deleteWorkflowById: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Archives a workflow: it is no longer listed or started, and its executions go on. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getWorkflowExecution: {
        parameters: {
            query?: {
                /** @description Only those of the batch with this name */
                batchName?: string;
                /** @description Only those whose main image has this name */
                inputFileName?: string;
                limit?: number;
                /** @description Only those outside any batch */
                noBatch?: boolean;
                offset?: number;
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
                status?: "CREATED" | "ACTIVE" | "COMPLETED" | "IN_QA" | "PAYMENT_REQUIRED" | "FAILED";
                workflow?: string;
                workflowId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Executions, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: components["schemas"]["ExecutionRecord"][];
                        total: number;
                    };
                };
            };
        };
    };
    getWorkflowExecutionById: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description One execution. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionRecord"];
                };
            };
        };
    };
    postWorkflowExecutionByIdApprove: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Approves a result that is in review: it is delivered and charged. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionRecord"];
                };
            };
        };
    };
    postWorkflowExecutionByIdCancel: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Stops a queued or running execution. Nothing is charged. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionRecord"];
                };
            };
        };
    };
    postWorkflowExecutionByIdFeedback: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Content hashes of uploaded pictures. */
                    expectedImages?: string[] | null;
                    thumbsUp: boolean;
                };
            };
        };
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Keeps what a person thinks of the result, and pictures that show what was expected. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    postWorkflowExecutionByIdReject: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    reason: string;
                };
            };
        };
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Rejects a result that is in review: the execution ends as FAILED and nothing is charged. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionRecord"];
                };
            };
        };
    };
    getWorkflowExecutionByIdResultDefault: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Waits until the execution is completed, then answers with the picture. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    postWorkflowExecutionByIdRetry: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Runs a failed or unpaid execution again, at the price agreed at its creation. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExecutionRecord"];
                };
            };
        };
    };
    getWorkflowExecutionByIdStatus: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A stream of server-sent events with each status, until a final one. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    getWorkflowExecutionByIdTrace: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description What happened in the last attempt that came to an end, step by step. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Trace"];
                };
            };
        };
    };
    getWorkflowExecutionByIdTraceByStepPreview: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path: {
                id: string;
                step: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description A small picture of what a step made, as WebP; with `input`, of the picture as it came in. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/*": string;
                };
            };
        };
    };
    postWorkflowExecutionCreate: {
        parameters: {
            query: {
                label?: {
                    [key: string]: string;
                };
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
                version?: string;
                workflow: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    image?: {
                        /** @description Hash that the upload answered */
                        contentHash: string;
                        /** @description Ignored: the bytes decide */
                        contentType?: unknown;
                        /** @description Original file name */
                        name: string;
                    } | null;
                    images?: {
                        [key: string]: {
                            /** @description Hash that the upload answered */
                            contentHash: string;
                            /** @description Ignored: the bytes decide */
                            contentType?: unknown;
                            /** @description Original file name */
                            name: string;
                        };
                    } | null;
                    labels?: {
                        [key: string]: string;
                    } | null;
                    settings?: {
                        [key: string]: unknown;
                    } | null;
                    webhooks?: string[] | null;
                };
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                };
            };
        };
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Runs a workflow on one image or several. The answer is the execution ID as plain text. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    postWorkflowPreview: {
        parameters: {
            query?: {
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description Hash that the upload answered */
                    image?: string | null;
                    images?: {
                        [key: string]: string;
                    } | null;
                    inputs?: {
                        [key: string]: {
                            description?: string;
                            required?: boolean;
                        };
                    };
                    settings?: {
                        [key: string]: unknown;
                    } | null;
                    /** @description The last step that is carried out; all of them when left out */
                    step?: string | null;
                    workflowComponents: {
                        component: string;
                        id: string;
                        params?: {
                            [key: string]: unknown;
                        };
                        when?: {
                            [key: string]: unknown;
                        };
                    }[];
                };
            };
        };
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description What steps make of a picture, small and as WebP. Nothing is saved and nothing is charged. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/*": string;
                };
            };
        };
    };
    getWorkflowExecutionV2: {
        parameters: {
            query?: {
                /** @description Only those of the batch with this name */
                batchName?: string;
                /** @description Only those whose main image has this name */
                inputFileName?: string;
                limit?: number;
                /** @description Only those outside any batch */
                noBatch?: boolean;
                offset?: number;
                /** @description The organization that the call acts for; the credential's own when left out. */
                organization?: string;
                status?: "CREATED" | "ACTIVE" | "COMPLETED" | "IN_QA" | "PAYMENT_REQUIRED" | "FAILED";
                workflow?: string;
                workflowId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Refused; `message` says what to do. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Refused; `message` says what to do. */
            "5XX": {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description Executions, newest first. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        entries: components["schemas"]["ExecutionRecord"][];
                        total: number;
                    };
                };
            };
        };
    };
}
