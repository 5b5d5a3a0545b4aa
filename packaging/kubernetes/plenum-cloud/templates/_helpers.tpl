{{- define "plenum.selector" -}}
app.kubernetes.io/name: plenum-cloud
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "plenum.metadata" -}}
name: {{ .Release.Name }}
labels:
  {{- include "plenum.selector" . | nindent 2 }}
{{- end }}

{{- define "plenum.host" -}}
{{ (urlParse .Values.publicUrl).hostname }}
{{- end }}

{{/* The part of a pod that nodes and the migration have in common. */}}
{{- define "plenum.pod" -}}
automountServiceAccountToken: false
# A Service named plenum-http would otherwise set PLENUM_HTTP_PORT in every pod of the namespace.
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
volumes:
  - name: secrets
    secret: { secretName: {{ .Values.secretName }} }
{{- end }}

{{/* The part of a container that nodes and the migration have in common. */}}
{{- define "plenum.container" -}}
image: {{ .Values.image }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
volumeMounts:
  - { name: secrets, mountPath: /run/secrets/plenum, readOnly: true }
resources:
  {{- toYaml .Values.resources | nindent 2 }}
env:
  {{- range list "PLENUM_DATABASE_URL" "PLENUM_NATS" "PLENUM_ENDPOINT_KEY" "PLENUM_SMTP_URL" }}
  - name: {{ . }}
    valueFrom:
      secretKeyRef: { name: {{ $.Values.secretName }}, key: {{ . }}, optional: {{ eq . "PLENUM_SMTP_URL" }} }
  {{- end }}
  - { name: PLENUM_PUBLIC_URL, value: {{ .Values.publicUrl | quote }} }
  {{- range $name, $value := .Values.settings }}
  - { name: {{ $name }}, value: {{ $value | quote }} }
  {{- end }}
{{- end }}

{{/* A pod that ends disconnects its bridges, so pods end late and one at a time. */}}
{{- define "plenum.scaling" -}}
behavior:
  scaleDown:
    stabilizationWindowSeconds: 600
    policies:
      - { type: Pods, value: 1, periodSeconds: 300 }
{{- end }}
